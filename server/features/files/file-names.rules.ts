import { FILE_NAME_MAX } from '#contract/files/files.ts'

/** Controls, and marks of direction that make `gpj.exe` look like `exe.jpg`. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Not allowed in the names of files on Windows; a quotation mark is, too, but Hebrew abbreviations have it. */
const RESERVED = /[<>:|?*]/g
/** How browsers send what would end a quoted name (HTML, multipart/form-data). */
const escapes: Record<string, string> = { '%22': '"', '%0D': '', '%0A': ' ' }
const ESCAPED = /%(?:22|0D|0A)/g
/** Of a longer name only the end is looked at. */
const SENT_MAX = 1_000
const ENDING = /\.[^.]{1,20}$/

/** A name for display and download: the last part of a path, in one line, at most FILE_NAME_MAX characters with its ending. */
export function fileNameOf(sent: string): string {
  const last = sent.slice(-SENT_MAX).toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(ESCAPED, (one) => escapes[one] ?? one)
    .replace(UNSEEN, '')
    .replace(RESERVED, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  if (clean === '') return 'file'
  if (clean.length <= FILE_NAME_MAX) return clean
  const ending = ENDING.exec(clean)?.[0] ?? ''
  return (
    clean
      .slice(0, FILE_NAME_MAX - ending.length)
      .toWellFormed()
      .trimEnd() + ending
  )
}

/** Without the dot, in lower case; '' without one. */
export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
