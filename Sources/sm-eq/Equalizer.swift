@main struct Equalizer { static func main() {} }
