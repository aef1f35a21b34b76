import type { statusHues } from '#contract/leads/lead-status.ts'

/** Tints of people. No red, which marks errors. */
const tints: (typeof statusHues)[number][] = ['pink', 'sky', 'teal', 'amber', 'violet', 'green', 'orange']

/** First letters of the first and last word; one letter for one word. */
export function initialsOf(name: string) {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase()
}

/** A stable tint for an id. */
export function tintOf(key: string) {
  let sum = 0
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return tints[sum % tints.length] ?? 'slate'
}
