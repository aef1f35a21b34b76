import { crc32 } from 'node:zlib'

/** The files of an uncompressed ZIP from its directory, with checked checksums. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const count = zip.readUInt16LE(end + 10)
  let place = zip.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let i = 0; i < count; i++) {
    const [crc, size, nameSize] = [
      zip.readUInt32LE(place + 16),
      zip.readUInt32LE(place + 24),
      zip.readUInt16LE(place + 28),
    ]
    const name = zip.toString('utf8', place + 46, place + 46 + nameSize)
    const local = zip.readUInt32LE(place + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26)
    const bytes = zip.subarray(start, start + size)
    if (crc32(bytes) !== crc) throw new Error(`${name} is broken`)
    files.set(name, bytes)
    place += 46 + nameSize
  }
  return files
}
