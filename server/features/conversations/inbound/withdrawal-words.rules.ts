import { languageOfText } from '#contract/leads/conversations/advertising.ts'
import { translate } from '../../../platform/texts.ts'

/** Words that, alone in a text message, withdraw from advertising or lift the withdrawal. */
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'הסר', 'הסירו', 'להסיר', 'הסרה'])
const startWords = new Set(['start', 'unstop', 'חזור'])

/** Without marks around the word: people reply "הסר." and ״הסר״. */
const wordOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .toLowerCase()

export function wishOf(text: string): 'stop' | 'start' | undefined {
  const word = wordOf(text)
  if (stopWords.has(word)) return 'stop'
  return startWords.has(word) ? 'start' : undefined
}

/** In the language of the word. */
export const confirmationOf = (text: string, business: string) =>
  translate(languageOfText(text), 'conversations-server', 'withdrawalConfirmed', { business })
