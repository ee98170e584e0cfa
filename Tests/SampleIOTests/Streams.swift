@testable import SampleIO

/// The bytes of a record as they go through a pipe.
func encoded(_ record: inout Record) throws -> [UInt8] {
  var bytes: [UInt8] = []
  try record.withEncoded { bytes = Array($0) }
  return bytes
}

/// A source as records: one list of bytes a record, the end record last.
func source(
  blocks: [Int], channels: Int = 2, rate: Double = 48_000, note: String = "", from first: Int64 = 0,
  ends: Bool = true
) throws -> [[UInt8]] {
  var description = SourceDescription()
  description.kind = .generator
  description.note = note
  var made = SourceBlocks(description, rate: rate, channels: channels, position: first)
  var record = Record()
  var records: [[UInt8]] = []
  for frames in blocks {
    let samples = (0..<frames * channels).map { Float($0) / 65_536 }
    made.fill(&record, with: samples, frames: frames)
    record.appendTally()
    records.append(try encoded(&record))
  }
  if ends {
    made.finish(&record, .endOfInput)
    record.appendTally()
    records.append(try encoded(&record))
  }
  return records
}

/// What a reader delivers.
struct Delivery {
  var headers: [RecordHeader] = []
  var starts: [Bool] = []
  var gaps: [Int64] = []
  var sizes: [Int] = []
  var error: SampleError?
}

/// Reads a stream of records to its end or its fault.
func deliver(_ bytes: [UInt8], pipe: Bool = false) throws -> Delivery {
  var reader = RecordReader(try input(bytes, pipe: pipe))
  var record = Record()
  var delivery = Delivery()
  do throws(SampleError) {
    while try reader.next(into: &record) {
      delivery.headers.append(record.header)
      delivery.starts.append(record.startsSource)
      delivery.gaps.append(record.gapFrames)
      delivery.sizes.append(record.byteCount)
    }
  } catch {
    delivery.error = error
  }
  return delivery
}

/// Changes bytes of a record's header and makes its CRC true again.
func patched(_ record: [UInt8], at offset: Int, _ bytes: [UInt8]) -> [UInt8] {
  var record = record
  record.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  let crc = record[..<60].withUnsafeBytes { CRC32C.of($0) }
  record.replaceSubrange(60..<64, with: little(Int(crc), 4))
  return record
}
