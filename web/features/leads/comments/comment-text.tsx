import { mentionOf, partsOf } from '#contract/leads/comments/mentions.ts'
import type { User } from '#contract/team/users.ts'
import classes from './comments.module.css'

/** The text of a comment, with mentions under the people's current names. */
export function CommentText({ text, mentions }: { text: string; mentions: readonly User[] }) {
  return partsOf(text).map((part, index) => {
    if ('text' in part) return part.text
    const person = mentions.find(({ _id }) => _id === part.userId)
    if (!person) return mentionOf(part.userId)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <bdi key={index} className={classes.mention}>
        @{person.name}
      </bdi>
    )
  })
}
