import { mentionOf, partsOf } from '#contract/leads/comments/mentions.ts'
import { picturesOf, withPictures } from '#contract/leads/comments/pictures.ts'
import type { User } from '#contract/team/users.ts'

type Mention = { userId: string; name: string; at: number }
/** A comment as it is typed: each mention is `@name` in the text, at this place. `pictures`: ids of their files. */
export type CommentDraft = { text: string; mentions: readonly Mention[]; pictures: readonly string[] }
export const emptyDraft: CommentDraft = { text: '', mentions: [], pictures: [] }
/** Whether there is nothing to send. */
export const isEmptyDraft = ({ text, pictures }: CommentDraft) => text.trim() === '' && pictures.length === 0

const endOf = ({ at, name }: Mention) => at + 1 + name.length

/** The draft after its text was changed. A mention that the change touched becomes plain text. */
export function retyped(draft: CommentDraft, text: string): CommentDraft {
  const before = draft.text
  const most = Math.min(before.length, text.length)
  let start = 0
  while (start < most && before[start] === text[start]) start += 1
  let tail = 0
  while (tail < most - start && before.at(-1 - tail) === text.at(-1 - tail)) tail += 1
  const end = before.length - tail
  const shift = text.length - before.length
  const mentions = draft.mentions.flatMap((mention) => {
    if (endOf(mention) <= start) return [mention]
    return mention.at >= end ? [{ ...mention, at: mention.at + shift }] : []
  })
  return { ...draft, text, mentions }
}

/** The draft with a mention, and a space behind it, in place of what was typed since `from`; `caret`: behind them. */
export function withMention(
  draft: CommentDraft,
  { from, to }: { from: number; to: number },
  { _id: userId, name }: Pick<User, '_id' | 'name'>,
) {
  const behind = draft.text.slice(to)
  const space = /^\s/.test(behind) ? '' : ' '
  const { text, mentions, pictures } = retyped(draft, `${draft.text.slice(0, from)}@${name}${space}${behind}`)
  const caret = from + 1 + name.length + 1
  const all = [...mentions, { userId, name, at: from }].sort((a, b) => a.at - b.at)
  return { draft: { text, mentions: all, pictures }, caret }
}

/** The text that the server stores, with ids. */
export function sentText({ text, mentions, pictures }: CommentDraft): string {
  let sent = ''
  let from = 0
  for (const mention of mentions) {
    sent += text.slice(from, mention.at) + mentionOf(mention.userId)
    from = endOf(mention)
  }
  return withPictures((sent + text.slice(from)).trim(), pictures)
}

/** A stored text for editing. */
export function draftOf(stored: string, people: readonly Pick<User, '_id' | 'name'>[]): CommentDraft {
  const mentions: Mention[] = []
  let text = ''
  const { text: words, pictures } = picturesOf(stored)
  for (const part of partsOf(words)) {
    if ('text' in part) text += part.text
    else {
      const person = people.find(({ _id }) => _id === part.userId)
      if (person) mentions.push({ userId: person._id, name: person.name, at: text.length })
      text += person ? `@${person.name}` : mentionOf(part.userId)
    }
  }
  return { text, mentions, pictures }
}

const QUERY_MAX = 40
/** What was typed of a name before the caret, since an `@` that begins a word; undefined: no name is typed there. */
export function queryAt({ text, mentions }: CommentDraft, caret: number) {
  const from = text.lastIndexOf('@', caret - 1)
  if (from < 0 || caret - from > QUERY_MAX || mentions.some(({ at }) => at === from)) return undefined
  const query = text.slice(from + 1, caret)
  const isWordStart = from === 0 || /[\s([{"'״׳־–-]/.test(text[from - 1] ?? '')
  return isWordStart && !/\n/.test(query) && !query.startsWith(' ') ? { from, query } : undefined
}

/** People of whose name a word begins with what was typed. */
export const matching = (people: readonly User[], query: string) => {
  const typed = ` ${query.toLowerCase()}`
  return people.filter(({ name }) => ` ${name.toLowerCase()}`.includes(typed))
}

/** The draft of an edit, kept until it is saved or given up. */
export const editDraftId = (commentId: string) => `comment-edit-${commentId}`
