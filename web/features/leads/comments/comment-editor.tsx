import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/http/call.ts'
import { issuesOf } from '../../../lib/http/form-errors.ts'
import { dropDraft, readDraft, writeDraft } from '../../../lib/unsaved/drafts.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type Comment, useChangeComment, useSendComment } from './comments.api.ts'
import classes from './comments.module.css'
import { type CommentDraft, draftOf, editDraftId, sentText } from './mention-draft.ts'
import { MentionField } from './mention-field.tsx'
import { usePastedPictures } from './use-pasted-pictures.ts'

type Props = { businessId: string; leadId: string; item: Comment; onClose: () => void }
/** What is typed, and the revision that it replaces; undefined: whatever is stored. */
type Edited = { draft: CommentDraft; revision: number | undefined }

/** Edits one's own comment in its place. What was typed stays if another person deletes the comment meanwhile. */
export function CommentEditor({ businessId, leadId, item, onClose }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const { commented, comment = '' } = item
  const draftId = editDraftId(commented._id)
  const field = useRef<HTMLTextAreaElement>(null)
  const [{ draft, revision }, setEdited] = useState<Edited>(
    () => readDraft<Edited>(draftId) ?? { draft: draftOf(comment, commented.mentions), revision: commented.revision },
  )
  const [isChangedMeanwhile, setChangedMeanwhile] = useState(false)
  const { edit } = useChangeComment(businessId, leadId)
  const send = useSendComment(businessId, leadId)
  const change = (next: Edited) => {
    setEdited(next)
    writeDraft(draftId, next)
  }
  const close = () => {
    dropDraft(draftId)
    onClose()
  }
  const text = sentText(draft)
  const pasted = usePastedPictures({
    ...{ businessId, leadId, draft },
    onDraft: (next) => change({ draft: next, revision }),
  })
  const isWaiting = text === '' || pasted.adding > 0
  const save = async () => {
    if (isWaiting || edit.isPending || commented.deleted) return
    try {
      await edit.mutateAsync({ commentId: commented._id, text, revision })
      close()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'changed_meanwhile') {
        setChangedMeanwhile(true)
        change({ draft, revision: undefined })
      } else if (code !== 'comment_deleted') {
        const [issue] = Object.values(issuesOf(error) ?? {})
        toast.error(issue ?? (error instanceof ApiError ? error.message : common('unexpectedError')))
      }
    }
  }
  const sendAsNew = () => void send(draft, draftId).then(close, () => undefined)
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <MentionField
        {...{ businessId, leadId, draft, field, pasted }}
        onDraft={(next) => change({ draft: next, revision })}
        onSend={() => void save()}
        aria-label={t('history.editComment')}
        minRows={2}
        maxRows={10}
        autoFocus
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
      />
      {commented.deleted && (
        <p className={classes.problem} role="alert">
          {t('history.deletedWhileEditing', { name: commented.deleted.by.name })}
        </p>
      )}
      {isChangedMeanwhile && !commented.deleted && (
        <p className={classes.problem} role="alert">
          {t('history.changedWhileEditing')}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={close}>
          {common('cancel')}
        </Button>
        {commented.deleted ? (
          <Button variant="light" onClick={sendAsNew} disabled={isWaiting}>
            {t('history.sendAsNew')}
          </Button>
        ) : (
          <Button variant="light" type="submit" loading={edit.isPending} disabled={isWaiting}>
            {common('save')}
          </Button>
        )}
      </div>
    </form>
  )
}
