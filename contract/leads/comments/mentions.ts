import { withoutPictures } from './pictures.ts'

/** Maximum number of people that one comment mentions. */
export const MENTIONS_MAX = 20

/** A mention in the text of a comment: the id of a user, so that the text follows a change of name. */
const MENTION = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/gi
export const mentionOf = (userId: string) => `<@${userId}>`

/** The ids of the people that a text mentions, each once. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, id = '']) => id.toLowerCase())),
]

export type TextPart = { text: string } | { userId: string }
/** A text and its mentions, in their order. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: mention, 1: id = '', index } of text.matchAll(MENTION)) {
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ userId: id.toLowerCase() })
    from = index + mention.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

type Named = { _id: string; name: string }
/** The text with names in place of ids, and a sign for each picture. A mention of an id without a name stays: it was typed. */
export const withNames = (text: string, people: readonly Named[]) =>
  withoutPictures(text).replace(MENTION, (mention, id: string) => {
    const person = people.find(({ _id }) => _id === id.toLowerCase())
    return person ? `@${person.name}` : mention
  })
