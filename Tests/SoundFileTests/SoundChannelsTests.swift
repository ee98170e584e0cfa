import Testing

@testable import SoundFile

@Suite struct SoundChannelsTests {
  @Test func `libsndfile's words become the bits of WAVEFORMATEXTENSIBLE`() {
    #expect(SoundChannels(map: [2, 3]).mask == 0x3)
    #expect(SoundChannels(map: [1]).mask == 0x4)
    #expect(SoundChannels(map: [2, 3, 4, 11, 9, 10]).mask == 0x3F)
    #expect(SoundChannels(map: [2, 3, 4, 11, 9, 10]).order.isEmpty)
  }

  @Test func `unknown, doubled and impossible words make the whole unknown`() {
    #expect(SoundChannels(map: [0, 0]).mask == 0)
    #expect(SoundChannels(map: [2, 2]).mask == 0)
    #expect(SoundChannels(map: [2_001_696_536, 21_890, 0]).mask == 0)
    #expect(SoundChannels(map: []).mask == 0)
  }

  @Test func `Vorbis order is put into the order of the mask`() {
    let six = SoundChannels.vorbis(6)
    #expect(six.mask == 0x3F)
    var frames: [Float] = [1, 3, 2, 5, 6, 4, 10, 30, 20, 50, 60, 40]
    six.reorder(&frames)
    #expect(frames == [1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60])
    #expect(SoundChannels.vorbis(5).mask == 0x37)
    #expect(SoundChannels.vorbis(7).mask == 0x70F)
    #expect(SoundChannels.vorbis(8).mask == 0x63F)
    #expect(SoundChannels.vorbis(9).mask == 0)
  }

  @Test func `FLAC has the order of the mask already`() {
    for channels in 1...8 {
      let flac = SoundChannels.flac(channels)
      #expect(flac.mask.nonzeroBitCount == channels)
      #expect(flac.order.isEmpty)
      #expect(flac.mask == SoundChannels.vorbis(channels).mask)
    }
    #expect(SoundChannels.flac(9).mask == 0)
  }
}
