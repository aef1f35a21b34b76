import { crc32 } from 'node:zlib'

export type ZipEntry = { name: string; bytes: Uint8Array | AsyncIterable<Uint8Array> }

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]
const VERSION = 20
/** Sizes follow the file's data; names are UTF-8. */
const FLAGS = 0x0808
const [WORD, LONG] = [0xffff, 0xffffffff]

type Written = { name: Buffer; crc: number; size: number; offset: number; at: number }

/**
 * Streams a ZIP file; no file is held in memory whole. Uncompressed, because sounds are compressed already or not worth it.
 * At most 65,535 files and 4 GB.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, now: Date): AsyncGenerator<Buffer> {
  const written: Written[] = []
  const at = dosTime(now)
  let offset = 0
  for await (const { name, bytes } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, size: 0, offset, at }
    const head = headOf(LOCAL, { ...entry, isKnown: false })
    yield head
    for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
      entry.crc = crc32(piece, entry.crc)
      entry.size += piece.length
      yield Buffer.from(piece)
    }
    const foot = numbers([4, DESCRIPTOR], [4, entry.crc], [4, entry.size], [4, entry.size])
    yield foot
    offset += head.length + entry.size + foot.length
    written.push(entry)
    if (offset > LONG || written.length > WORD) throw new RangeError('too much for a ZIP file')
  }
  const directory = Buffer.concat(written.map((entry) => headOf(CENTRAL, { ...entry, isKnown: true })))
  yield directory
  const count: Field = [2, written.length]
  yield numbers([4, END], [2, 0], [2, 0], count, count, [4, directory.length], [4, offset], [2, 0])
}

type Field = [bytes: 2 | 4, value: number]
function numbers(...fields: Field[]) {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let place = 0
  for (const [bytes, value] of fields) place = buffer.writeUIntLE(value, place, bytes)
  return buffer
}

function headOf(kind: number, { name, crc, size, offset, at, isKnown }: Written & { isKnown: boolean }) {
  const isCentral = kind === CENTRAL
  return Buffer.concat([
    numbers([4, kind]),
    isCentral ? numbers([2, VERSION]) : Buffer.alloc(0),
    numbers([2, VERSION], [2, FLAGS], [2, 0], [4, at]),
    numbers([4, isKnown ? crc : 0], [4, isKnown ? size : 0], [4, isKnown ? size : 0], [2, name.length], [2, 0]),
    isCentral ? numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]) : Buffer.alloc(0),
    name,
  ])
}

/** Seconds in twos, and years since 1980. */
function dosTime(now: Date) {
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1)
  const day = ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate()
  return day * 0x10000 + time
}
