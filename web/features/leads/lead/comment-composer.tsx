import { ActionIcon, Button, Kbd, Textarea } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COMMENT_MAX } from '#contract/leads/comments/comment-shapes.ts'
import { dropIdempotencyKey, idempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { directionOfTyped } from '../../../lib/i18n/typed-direction.ts'
import { useSession } from '../../../lib/session/session.ts'
import { dropDraft, readDraft, writeDraft } from '../../../lib/unsaved/drafts.ts'
import { useComment } from '../leads.api.ts'
import classes from './comment-composer.module.css'

type Props = { businessId: string; leadId: string; isNarrow: boolean }

/** A comment on the lead, with a saved draft. Needs a `key` per lead. */
export function CommentComposer({ businessId, leadId, isNarrow }: Props) {
  const { t } = useTranslation('leads')
  const { user } = useSession()
  const draftId = `comment-${leadId}`
  const [text, setText] = useState(() => readDraft<string>(draftId) ?? '')
  const comment = useComment(businessId, leadId, { _id: user._id, name: user.name, image: user.image })
  const type = (next: string) => {
    setText(next)
    writeDraft(draftId, next)
  }
  const send = () => {
    const trimmed = text.trim()
    if (trimmed === '') return
    setText('')
    // After an error the text is restored, unless the next comment has been started.
    comment.mutateAsync({ text: trimmed, key: idempotencyKey(draftId, trimmed) }).then(
      () => {
        dropIdempotencyKey(draftId, trimmed)
        if (readDraft<string>(draftId)?.trim() === trimmed) dropDraft(draftId)
      },
      () => setText((now) => now || trimmed),
    )
  }
  const SendButton = isNarrow ? (
    <ActionIcon
      className={classes.send}
      variant="light"
      type="submit"
      aria-label={t('addComment')}
      // The field keeps the focus: the keyboard stays open, and nothing moves under the finger.
      onMouseDown={(event) => event.preventDefault()}
      disabled={text.trim() === ''}
    >
      <IconSend2 size={20} stroke={1.75} data-mirror aria-hidden />
    </ActionIcon>
  ) : (
    <div className={classes.foot}>
      <Kbd dir="ltr">Ctrl ↵</Kbd>
      <Button variant="light" type="submit" disabled={text.trim() === ''}>
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
      <Textarea
        className={classes.field}
        variant={isNarrow ? 'default' : 'unstyled'}
        aria-label={t('comment')}
        placeholder={isNarrow ? t('commentShort') : t('commentHint')}
        value={text}
        maxLength={COMMENT_MAX}
        autosize
        minRows={isNarrow ? 1 : 2}
        maxRows={isNarrow ? 4 : 10}
        dir={directionOfTyped(text)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      {SendButton}
    </form>
  )
}
