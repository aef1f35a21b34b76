import { createInflateRaw } from 'node:zlib'
import { SheetRefusal } from './sheet.ts'

const [END, CENTRAL, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const [STORED, DEFLATED] = [0, 8]
const ENTRIES_MAX = 2_000
/** The end record and the longest comment after it. */
const TAIL = 65_557
const LONG = 0xffffffff

type Entry = { method: number; packed: number; at: number }
export type Zip = { has: (name: string) => boolean; read: (name: string, maxBytes: number) => AsyncGenerator<Buffer> }

/** Opens a ZIP file in memory. Its files are unpacked as streams, each up to a limit, whatever sizes it claims. */
export function openZip(bytes: Buffer): Zip {
  try {
    const entries = entriesOf(bytes)
    return {
      has: (name) => entries.has(name),
      read: (name, maxBytes) => unpack(bytes, entries.get(name), maxBytes),
    }
  } catch (error) {
    throw error instanceof RangeError ? new SheetRefusal('file_broken') : error
  }
}

function entriesOf(bytes: Buffer) {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(END)
  const end = bytes.lastIndexOf(mark)
  if (end < 0 || end < bytes.length - TAIL) throw new SheetRefusal('file_broken')
  const count = bytes.readUInt16LE(end + 10)
  let place = bytes.readUInt32LE(end + 16)
  if (place === LONG || count > ENTRIES_MAX) throw new SheetRefusal('file_broken')
  const entries = new Map<string, Entry>()
  for (let i = 0; i < count; i++) {
    if (bytes.readUInt32LE(place) !== CENTRAL) throw new SheetRefusal('file_broken')
    const [name, extra, comment] = [28, 30, 32].map((at) => bytes.readUInt16LE(place + at)) as [number, number, number]
    entries.set(bytes.toString('utf8', place + 46, place + 46 + name), {
      method: bytes.readUInt16LE(place + 10),
      packed: bytes.readUInt32LE(place + 20),
      at: bytes.readUInt32LE(place + 42),
    })
    place += 46 + name + extra + comment
  }
  return entries
}

async function* unpack(bytes: Buffer, entry: Entry | undefined, maxBytes: number): AsyncGenerator<Buffer> {
  if (!entry || bytes.length < entry.at + 30 || bytes.readUInt32LE(entry.at) !== LOCAL)
    throw new SheetRefusal('file_broken')
  const begin = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28)
  const packed = bytes.subarray(begin, begin + entry.packed)
  if (entry.method === STORED) {
    if (packed.length > maxBytes) throw new SheetRefusal('file_unpacks_too_large')
    yield packed
    return
  }
  if (entry.method !== DEFLATED) throw new SheetRefusal('file_broken')
  const inflate = createInflateRaw()
  inflate.end(packed)
  let size = 0
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxBytes) throw new SheetRefusal('file_unpacks_too_large')
      yield piece
    }
  } catch (error) {
    throw error instanceof SheetRefusal ? error : new SheetRefusal('file_broken')
  } finally {
    inflate.destroy()
  }
}
