import { Suspense } from 'react'
import { mentionOf, partsOf } from '#contract/leads/comments/mentions.ts'
import { picturesOf } from '#contract/leads/comments/pictures.ts'
import type { User } from '#contract/team/users.ts'
import { useCommentPictures } from './comment-pictures.ts'
import classes from './comments.module.css'

type Props = { businessId: string; leadId: string; text: string; mentions: readonly User[] }

/** The text of a comment, with mentions under the people's current names, and its pictures behind it. */
export function CommentText({ businessId, leadId, text: comment, mentions }: Props) {
  const { text, pictures } = picturesOf(comment)
  const Picture = useCommentPictures()?.Picture
  return (
    <>
      {partsOf(text).map((part, index) => {
        if ('text' in part) return part.text
        const person = mentions.find(({ _id }) => _id === part.userId)
        if (!person) return mentionOf(part.userId)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
          <bdi key={index} className={classes.mention}>
            @{person.name}
          </bdi>
        )
      })}
      {pictures.length > 0 && Picture && (
        <span className={classes.pictures}>
          {pictures.map((fileId) => (
            <Suspense key={fileId} fallback={<span className={classes.comingPicture} />}>
              <Picture {...{ businessId, leadId, fileId }} />
            </Suspense>
          ))}
        </span>
      )}
    </>
  )
}
