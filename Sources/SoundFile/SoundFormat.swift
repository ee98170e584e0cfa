import CSndfile

/// The names of what libsndfile found, from its format word.
struct SoundFormat {
  private let type: Int
  private let codec: Int

  /// - Parameter word: `SF_INFO.format`.
  init(word: Int32) {
    type = Int(word) & SF_FORMAT_TYPEMASK
    codec = Int(word) & SF_FORMAT_SUBMASK
  }

  /// MPEG audio, whose length may be a guess.
  var isMPEG: Bool { type == SF_FORMAT_MPEG }

  /// Ogg Vorbis, where libsndfile does not find frames exactly.
  var isVorbis: Bool { codec == SF_FORMAT_VORBIS }

  /// Vorbis or Opus, which share an order of channels.
  var hasVorbisOrder: Bool { codec == SF_FORMAT_VORBIS || codec == SF_FORMAT_OPUS }

  /// FLAC, which has one order for each number of channels.
  var isFLAC: Bool { type == SF_FORMAT_FLAC }

  /// For people: "FLAC", "Ogg Vorbis", "MP3", "WAV (IMA ADPCM)".
  var name: String {
    switch codec {
    case SF_FORMAT_VORBIS: "Ogg Vorbis"
    case SF_FORMAT_OPUS: "Ogg Opus"
    case SF_FORMAT_MPEG_LAYER_I: "MPEG layer I"
    case SF_FORMAT_MPEG_LAYER_II: "MPEG layer II"
    case SF_FORMAT_MPEG_LAYER_III: "MP3"
    default: codecName.isEmpty ? container : "\(container) (\(codecName))"
    }
  }

  /// What the samples are.
  var samples: SoundSampleFormat {
    switch codec {
    case SF_FORMAT_PCM_S8: .s8
    case SF_FORMAT_PCM_U8: .u8
    case SF_FORMAT_PCM_16: .s16
    case SF_FORMAT_PCM_24: .s24
    case SF_FORMAT_PCM_32: .s32
    case SF_FORMAT_FLOAT: .f32
    case SF_FORMAT_DOUBLE: .f64
    case SF_FORMAT_ULAW: .ulaw
    case SF_FORMAT_ALAW: .alaw
    case SF_FORMAT_IMA_ADPCM, SF_FORMAT_MS_ADPCM, SF_FORMAT_VOX_ADPCM, SF_FORMAT_G721_32,
      SF_FORMAT_G723_24, SF_FORMAT_G723_40, SF_FORMAT_NMS_ADPCM_16, SF_FORMAT_NMS_ADPCM_24,
      SF_FORMAT_NMS_ADPCM_32:
      .adpcm
    case SF_FORMAT_VORBIS: .vorbis
    case SF_FORMAT_OPUS: .opus
    case SF_FORMAT_MPEG_LAYER_I, SF_FORMAT_MPEG_LAYER_II, SF_FORMAT_MPEG_LAYER_III: .mp3
    case SF_FORMAT_ALAC_16, SF_FORMAT_ALAC_20, SF_FORMAT_ALAC_24, SF_FORMAT_ALAC_32: .alac
    default: .other
    }
  }

  private var codecName: String {
    switch codec {
    case SF_FORMAT_ULAW: "µ-law"
    case SF_FORMAT_ALAW: "A-law"
    case SF_FORMAT_IMA_ADPCM: "IMA ADPCM"
    case SF_FORMAT_MS_ADPCM: "Microsoft ADPCM"
    case SF_FORMAT_VOX_ADPCM: "Dialogic ADPCM"
    case SF_FORMAT_G721_32: "G.721"
    case SF_FORMAT_G723_24, SF_FORMAT_G723_40: "G.723"
    case SF_FORMAT_NMS_ADPCM_16, SF_FORMAT_NMS_ADPCM_24, SF_FORMAT_NMS_ADPCM_32: "NMS ADPCM"
    case SF_FORMAT_GSM610: "GSM 6.10"
    case SF_FORMAT_DWVW_12, SF_FORMAT_DWVW_16, SF_FORMAT_DWVW_24, SF_FORMAT_DWVW_N: "DWVW"
    case SF_FORMAT_DPCM_8, SF_FORMAT_DPCM_16: "DPCM"
    case SF_FORMAT_ALAC_16, SF_FORMAT_ALAC_20, SF_FORMAT_ALAC_24, SF_FORMAT_ALAC_32: "ALAC"
    default: ""
    }
  }

  private var container: String {
    switch type {
    case SF_FORMAT_WAV, SF_FORMAT_WAVEX: "WAV"
    case SF_FORMAT_AIFF: "AIFF"
    case SF_FORMAT_AU: "AU"
    case SF_FORMAT_PAF: "PAF"
    case SF_FORMAT_SVX: "8SVX"
    case SF_FORMAT_NIST: "NIST SPHERE"
    case SF_FORMAT_VOC: "VOC"
    case SF_FORMAT_IRCAM: "IRCAM"
    case SF_FORMAT_W64: "Wave64"
    case SF_FORMAT_MAT4, SF_FORMAT_MAT5: "Matlab"
    case SF_FORMAT_PVF: "PVF"
    case SF_FORMAT_XI: "XI"
    case SF_FORMAT_HTK: "HTK"
    case SF_FORMAT_SDS: "SDS"
    case SF_FORMAT_AVR: "AVR"
    case SF_FORMAT_SD2: "Sound Designer II"
    case SF_FORMAT_FLAC: "FLAC"
    case SF_FORMAT_CAF: "CAF"
    case SF_FORMAT_WVE: "Psion WVE"
    case SF_FORMAT_OGG: "Ogg"
    case SF_FORMAT_MPC2K: "MPC 2000"
    case SF_FORMAT_RF64: "RF64"
    case SF_FORMAT_MPEG: "MPEG"
    default: "sound file"
    }
  }
}
