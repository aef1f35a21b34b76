import { looksLikePhone } from '../../ui/forms/phone-rule.ts'

const LOOKS_LIKE_AN_ADDRESS = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]{2,}$/
/** Format of mail programs: Dana Levi <dana@example.com>. */
const NAMED = /<([^<>]+)>/

/** Whether the text has the form of an e-mail or a phone; the server decides whether it exists. */
export const isRecipient = (text: string) =>
  text.includes('@') ? LOOKS_LIKE_AN_ADDRESS.test(text) : looksLikePhone(text)

/** Splits text at line breaks and commas; e-mails also at spaces, which phones may contain. */
export function splitRecipients(text: string): string[] {
  const parts = text.split(/[,;\n\r\t]+/).flatMap((part) => {
    const named = NAMED.exec(part)?.[1]
    if (named) return [named]
    return part.includes('@') ? part.split(/\s+/) : [part]
  })
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
