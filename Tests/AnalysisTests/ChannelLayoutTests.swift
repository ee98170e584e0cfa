import Testing

@testable import Analysis

@Suite struct ChannelLayoutTests {
  @Test func `only four counts imply a layout`() {
    #expect((0...9).filter { ChannelLayout(defaultFor: $0) != nil } == [1, 2, 5, 6])
    #expect(ChannelLayout(defaultFor: 1)?.name == "mono")
    #expect(ChannelLayout(defaultFor: 2)?.name == "stereo")
    #expect(ChannelLayout(defaultFor: 5)?.roles == [.main, .main, .main, .side, .side])
    #expect(
      ChannelLayout(defaultFor: 6)?.roles == [.main, .main, .main, .lowFrequency, .side, .side])
  }

  @Test func `weights are those of the standard`() {
    #expect(ChannelRole.main.weight == 1)
    #expect(ChannelRole.side.weight == 1.41)
    #expect(ChannelRole.lowFrequency.weight == 0)
  }

  @Test func `the back pair are surrounds unless there is a side pair`() {
    let five = ChannelLayout(mask: 0x3F, channels: 6)
    #expect(five?.name == "5.1")
    #expect(five?.roles == [.main, .main, .main, .lowFrequency, .side, .side])
    let side = ChannelLayout(mask: 0x60F, channels: 6)
    #expect(side?.roles == five?.roles)
    let seven = ChannelLayout(mask: 0x63F, channels: 8)
    #expect(seven?.name == "7.1")
    #expect(seven?.roles == [.main, .main, .main, .lowFrequency, .main, .main, .side, .side])
    #expect(seven == layout("7.1"))
  }

  @Test func `a mask must have a bit a channel`() {
    #expect(ChannelLayout(mask: 0x3, channels: 1) == nil)
    #expect(ChannelLayout(mask: 0, channels: 0) == nil)
    #expect(ChannelLayout(mask: 0x3, channels: 2)?.name == "stereo")
    #expect(ChannelLayout(mask: 0x8000_0003, channels: 3)?.name == "custom")
  }

  @Test func `labels and aliases make a layout in their own order`() {
    #expect(layout("L,R,C,LFE,Ls,Rs").roles == layout("5.1").roles)
    #expect(layout("L,C,R,Ls,Rs,LFE").roles == [.main, .main, .main, .side, .side, .lowFrequency])
    #expect(layout("FL,FR,FC,LFE,BL,BR,SL,SR") == layout("7.1"))
    #expect(layout("fl,fr,bc").roles == [.main, .main, .main])
    #expect(layout("FL,FR,TFL,TFR").name == "custom")
    #expect(layout("FC") == layout("mono"))
  }

  @Test(arguments: ["", "FL,", "5.7", "FL FR", "XX", "FL,XX"])
  func `what is no layout is refused`(name: String) {
    #expect(ChannelLayout(name: name) == nil)
  }

  @Test func `every name has its own code`() {
    let codes = ChannelLayout.names.map { layout($0).code }
    #expect(codes == Array(1...UInt32(ChannelLayout.names.count)))
    #expect(ChannelLayout.names.allSatisfy { layout($0).name == $0 })
    #expect(layout("FL,FL").code == 0)
  }

  @Test func `up to 64 channels`() {
    let list = { Array(repeating: "FC", count: $0).joined(separator: ",") }
    #expect(ChannelLayout(name: list(64))?.roles.count == 64)
    #expect(ChannelLayout(name: list(65)) == nil)
  }
}
