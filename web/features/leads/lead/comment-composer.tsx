import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconAt, IconSend2 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { dropDraft, readDraft, writeDraft } from '../../../lib/unsaved/drafts.ts'
import { useSendComment } from '../comments/comments.api.ts'
import { type CommentDraft, emptyDraft, isEmptyDraft, retyped } from '../comments/mention-draft.ts'
import { MentionField } from '../comments/mention-field.tsx'
import { usePastedPictures } from '../comments/use-pasted-pictures.ts'
import classes from './comment-composer.module.css'

type Props = { businessId: string; leadId: string; isNarrow: boolean }

/** A comment on the lead, with a saved draft. Needs a `key` per lead. */
export function CommentComposer({ businessId, leadId, isNarrow }: Props) {
  const { t } = useTranslation('leads')
  const draftId = `comment-${leadId}`
  const field = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState<CommentDraft>(() => ({ ...emptyDraft, ...readDraft<CommentDraft>(draftId) }))
  const sendComment = useSendComment(businessId, leadId)
  const type = (next: CommentDraft) => {
    setDraft(next)
    if (next.text === '' && next.pictures.length === 0) dropDraft(draftId)
    else writeDraft(draftId, next)
  }
  const pasted = usePastedPictures({ businessId, leadId, draft, onDraft: type })
  const isWaiting = isEmptyDraft(draft) || pasted.adding > 0
  const send = () => {
    if (isWaiting) return
    setDraft(emptyDraft)
    // After an error the text is restored, unless the next comment has been started.
    sendComment(draft, draftId).then(
      () => {
        if (readDraft<CommentDraft>(draftId)?.text === draft.text) dropDraft(draftId)
      },
      () => setDraft((now) => (isEmptyDraft(now) ? draft : now)),
    )
  }
  /** An `@` at the caret, with a space before it where a word ends there. */
  const mention = () => {
    const caret = field.current?.selectionStart ?? draft.text.length
    const mark = /\S$/.test(draft.text.slice(0, caret)) ? ' @' : '@'
    flushSync(() => type(retyped(draft, draft.text.slice(0, caret) + mark + draft.text.slice(caret))))
    field.current?.focus()
    field.current?.setSelectionRange(caret + mark.length, caret + mark.length)
  }
  const MentionButton = (
    <ActionIcon aria-label={t('mention.add')} onMouseDown={(event) => event.preventDefault()} onClick={mention}>
      <IconAt size={isNarrow ? 20 : 16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  const SendButton = isNarrow ? (
    <ActionIcon
      className={classes.send}
      variant="light"
      type="submit"
      aria-label={t('addComment')}
      // The field keeps the focus: the keyboard stays open, and nothing moves under the finger.
      onMouseDown={(event) => event.preventDefault()}
      disabled={isWaiting}
    >
      <IconSend2 size={20} stroke={1.75} data-mirror aria-hidden />
    </ActionIcon>
  ) : (
    <div className={classes.foot}>
      {MentionButton}
      <Kbd dir="ltr">Ctrl ↵</Kbd>
      <Button variant="light" type="submit" disabled={isWaiting}>
        {t('addComment')}
      </Button>
    </div>
  )
  return (
    <form
      className={classes.composer}
      data-narrow={isNarrow || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {isNarrow && MentionButton}
      <MentionField
        {...{ businessId, leadId, draft, field, pasted }}
        onDraft={type}
        onSend={send}
        className={classes.field}
        variant={isNarrow ? 'default' : 'unstyled'}
        aria-label={t('comment')}
        placeholder={isNarrow ? t('commentShort') : t('commentHint')}
        minRows={isNarrow ? 1 : 2}
        maxRows={isNarrow ? 4 : 10}
      />
      {SendButton}
    </form>
  )
}
