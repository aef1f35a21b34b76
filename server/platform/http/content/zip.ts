import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** `isPacked`: the file is compressed. Sounds and images are compressed already. */
export type ZipEntry = { name: string; bytes: Uint8Array | AsyncIterable<Uint8Array>; isPacked?: boolean }

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]
const VERSION = 20
/** Sizes follow the file's data; names are UTF-8. */
const FLAGS = 0x0808
const [STORED, DEFLATED] = [0, 8]
/** Fast: text of sheets shrinks to a tenth at any level. */
const LEVEL = 3
const [WORD, LONG] = [0xffff, 0xffffffff]

type Written = { name: Buffer; crc: number; size: number; packed: number; offset: number; at: number; method: number }

/**
 * Streams a ZIP file; no file is held in memory whole. At most 65,535 files and 4 GB.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, now: Date): AsyncGenerator<Buffer> {
  const written: Written[] = []
  const at = dosTime(now)
  let offset = 0
  for await (const { name, bytes, isPacked = false } of entries) {
    const method = isPacked ? DEFLATED : STORED
    const entry: Written = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, offset, at, method }
    const head = headOf(LOCAL, { ...entry, isKnown: false })
    yield head
    const plain = measured(bytes instanceof Uint8Array ? [bytes] : bytes, entry)
    for await (const piece of isPacked ? packed(plain) : plain) {
      entry.packed += piece.length
      yield piece
    }
    const foot = numbers([4, DESCRIPTOR], [4, entry.crc], [4, entry.packed], [4, entry.size])
    yield foot
    offset += head.length + entry.packed + foot.length
    written.push(entry)
    if (offset > LONG || written.length > WORD) throw new RangeError('too much for a ZIP file')
  }
  const directory = Buffer.concat(written.map((entry) => headOf(CENTRAL, { ...entry, isKnown: true })))
  yield directory
  const count: Field = [2, written.length]
  yield numbers([4, END], [2, 0], [2, 0], count, count, [4, directory.length], [4, offset], [2, 0])
}

/** Counts the bytes that pass, and their checksum. */
async function* measured(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, entry: Written) {
  for await (const piece of pieces) {
    entry.crc = crc32(piece, entry.crc)
    entry.size += piece.length
    yield Buffer.from(piece)
  }
}

function packed(plain: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(plain)
  const deflate = createDeflateRaw({ level: LEVEL })
  source.on('error', (error) => deflate.destroy(error))
  deflate.on('close', () => source.destroy())
  return source.pipe(deflate)
}

type Field = [bytes: 2 | 4, value: number]
function numbers(...fields: Field[]) {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let place = 0
  for (const [bytes, value] of fields) place = buffer.writeUIntLE(value, place, bytes)
  return buffer
}

function headOf(
  kind: number,
  { name, crc, size, packed, offset, at, method, isKnown }: Written & { isKnown: boolean },
) {
  const isCentral = kind === CENTRAL
  return Buffer.concat([
    numbers([4, kind]),
    isCentral ? numbers([2, VERSION]) : Buffer.alloc(0),
    numbers([2, VERSION], [2, FLAGS], [2, method], [4, at]),
    numbers([4, isKnown ? crc : 0], [4, isKnown ? packed : 0], [4, isKnown ? size : 0], [2, name.length], [2, 0]),
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
