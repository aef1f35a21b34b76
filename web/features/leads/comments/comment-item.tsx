import { UnstyledButton } from '@mantine/core'
import { IconMessageOff, IconNote } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withNames } from '#contract/leads/comments/mentions.ts'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useSession } from '../../../lib/session/session.ts'
import { readDraft } from '../../../lib/unsaved/drafts.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { InterpolatedText } from '../../../ui/display/interpolated-text.tsx'
import { TimelineItem } from '../../../ui/display/timeline-item.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ItemActions } from '../history/item-actions.tsx'
import history from '../history/lead-history.module.css'
import { CommentText } from './comment-text.tsx'
import { type Comment, type CommentRights, useChangeComment } from './comments.api.ts'
import classes from './comments.module.css'
import { editDraftId } from './mention-draft.ts'

const CommentEditor = lazily(() => import('./comment-editor.tsx'), 'CommentEditor', { soon: true })
const CommentVersions = lazily(() => import('./comment-versions.tsx'), 'CommentVersions')

type Props = { businessId: string; leadId: string; item: Comment; rights: CommentRights; isLinked: boolean }

/** A comment in the history: its text, or who deleted it and when. */
export function CommentItem({ businessId, leadId, item, rights, isLinked }: Props) {
  const { t } = useTranslation('leads')
  const { user } = useSession()
  const { commented, comment } = item
  const [isEditing, setEditing] = useState(() => readDraft(editDraftId(commented._id)) !== undefined)
  const [areVersionsOpen, setVersionsOpen] = useState(false)
  const changes = useChangeComment(businessId, leadId)
  const { deleted, mentions } = commented
  const isOwn = item.by?._id === user._id
  const isErased = comment === ''
  const canChange = !deleted && !isErased && rights.canEdit
  // Promises, because callbacks of `mutate` do not run after unmount, and Undo may be pressed on another page.
  const restore = () => void changes.restore.mutateAsync(commented._id).catch(() => undefined)
  const remove = () =>
    void changes.remove.mutateAsync(commented._id).then(
      () => toast.success(t('history.deletedComment'), { undo: restore }),
      () => undefined,
    )
  return (
    <TimelineItem
      Icon={deleted ? IconMessageOff : IconNote}
      hue={deleted ? 'slate' : 'amber'}
      at={item.at}
      isLinked={isLinked}
      actions={
        <ItemActions
          itemId={item._id}
          what={t('comment')}
          onEdit={canChange && isOwn ? () => setEditing(true) : undefined}
          onDelete={canChange && (isOwn || rights.canModerate) ? remove : undefined}
        />
      }
      line={
        <>
          {item.by && (
            <strong>
              <bdi>{item.by.name}</bdi>
            </strong>
          )}
          <span>{t('history.commented')}</span>
          {commented.editedAt !== null && !deleted && (
            <UnstyledButton
              className={classes.edited}
              title={formatDateTime(commented.editedAt)}
              aria-expanded={areVersionsOpen}
              onClick={() => setVersionsOpen(!areVersionsOpen)}
            >
              {t('history.edited')}
            </UnstyledButton>
          )}
        </>
      }
    >
      {isEditing ? (
        <Suspense>
          <CommentEditor {...{ businessId, leadId, item }} onClose={() => setEditing(false)} />
        </Suspense>
      ) : deleted ? (
        <p className={classes.gone}>
          <InterpolatedText
            text={(marks) => t('history.commentDeleted', marks)}
            parts={{ name: <bdi>{deleted.by.name}</bdi>, time: <bdi>{formatDateTime(deleted.at)}</bdi> }}
          />
        </p>
      ) : (
        <div className={history.commented}>
          <p className={history.comment} dir="auto">
            {comment ? <CommentText {...{ businessId, leadId, mentions }} text={comment} /> : t('history.textErased')}
          </p>
          {comment && <CopyButton value={withNames(comment, mentions)} what={t('comment')} />}
        </div>
      )}
      <Suspense>{areVersionsOpen && !deleted && <CommentVersions {...{ businessId, leadId, item }} />}</Suspense>
    </TimelineItem>
  )
}
