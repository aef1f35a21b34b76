import { looksLikePhone } from '../../ui/forms/phone-rule.ts'

const LOOKS_LIKE_AN_ADDRESS = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]{2,}$/
/** As mail programs write it: Dana Levi <dana@example.com>. */
const NAMED = /<([^<>]+)>/

/** Whether it can be an e-mail address or a phone at all; which exist, the server decides. */
export const isRecipient = (text: string) =>
  text.includes('@') ? LOOKS_LIKE_AN_ADDRESS.test(text) : looksLikePhone(text)

/** What was typed or pasted, one a line or between commas; addresses also between spaces, which phones have inside. */
export function splitRecipients(text: string): string[] {
  const parts = text.split(/[,;\n\r\t]+/).flatMap((part) => {
    const named = NAMED.exec(part)?.[1]
    if (named) return [named]
    return part.includes('@') ? part.split(/\s+/) : [part]
  })
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
