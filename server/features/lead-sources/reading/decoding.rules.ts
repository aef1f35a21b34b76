/** Israeli sites of old send this charset without naming it. */
const OLD_HEBREW = 'windows-1255'
const CHARSET = /charset\s*=\s*"?([\w-]{2,40})/i

const decoderOf = (charset: string, isFatal: boolean) => {
  try {
    return new TextDecoder(charset, { fatal: isFatal })
  } catch {
    return undefined
  }
}

/** The text of a body: in the charset that its sender names, else UTF-8, else the old Hebrew one. */
export function textOf(bytes: Uint8Array, contentType = ''): string {
  const named = CHARSET.exec(contentType)?.[1]
  for (const charset of [...(named ? [named] : []), 'utf-8']) {
    try {
      const text = decoderOf(charset, true)?.decode(bytes)
      if (text !== undefined) return text
    } catch {
      // Not in this charset.
    }
  }
  return new TextDecoder(OLD_HEBREW).decode(bytes)
}

export type StoredBody = { raw: string; isBase64: boolean }
/** A body for storage. Bytes that PostgreSQL cannot store as text, or that text would not give back, are in base64. */
export function toStored(bytes: Buffer): StoredBody {
  const text = bytes.toString('utf8')
  const isText = !text.includes('\0') && Buffer.from(text).equals(bytes)
  return isText ? { raw: text, isBase64: false } : { raw: bytes.toString('base64'), isBase64: true }
}

export const bytesOf = ({ raw, isBase64 }: StoredBody) => Buffer.from(raw, isBase64 ? 'base64' : 'utf8')

/** Text that PostgreSQL can store. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()
