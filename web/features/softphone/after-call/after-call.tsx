import { Button, Kbd, Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { INTAKE_NAME_MAX } from '#contract/common.ts'
import { COMMENT_MAX } from '#contract/leads/comments/comment-shapes.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { isAmount } from '../../../ui/display/amount.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { NOTE_KEY } from '../keys.ts'
import classes from './after-call.module.css'
import { CallBackChoice } from './call-back-choice.tsx'
import { type CallNotes, dropCall, type KeptCall, NO_NOTES, noteCall, returnCall } from './kept-calls.ts'
import { type NotedLead, useSaveNotes } from './save-notes.ts'
import { useStatusesIn } from './status-chips.ts'
import { StatusChoice } from './status-choice.tsx'

const isUntouched = (notes: CallNotes) => JSON.stringify(notes) === JSON.stringify(NO_NOTES)

type Props = { kept: KeptCall; lead: NotedLead }

/** What came of a call: name, status, note and the next call, saved with one press. Needs a `key` per call. */
export function AfterCall({ kept, lead }: Props) {
  const { t } = useTranslation('softphone')
  const isNarrow = useNarrow()
  const field = useRef<HTMLTextAreaElement>(null)
  const { callId, businessId, notes } = kept
  const statuses = useStatusesIn(businessId, lead.known.campaignId)
  const chosen = statuses.find(({ _id }) => _id === notes.statusId)
  const { save, isSaving, problem, canSave } = useSaveNotes(kept, lead, chosen)
  const change = (changes: Partial<CallNotes>) => noteCall(callId, changes)
  const isReady = canSave && isAmount(notes.amount)
  const dismiss = () => {
    dropCall(callId)
    if (!isUntouched(notes)) toast.info(t('after.dismissed'), { undo: () => returnCall(kept) })
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (isReady) void save()
  }
  useHotkeys({ [NOTE_KEY]: () => field.current?.focus() }, { isAbove: true })
  return (
    <form
      className={classes.form}
      aria-label={t('after.title')}
      onKeyDown={saveByKey}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void save()
      }}
    >
      <TextInput
        label={t('after.name')}
        dir="auto"
        maxLength={INTAKE_NAME_MAX}
        autoComplete="off"
        value={notes.name ?? lead.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <StatusChoice statuses={statuses} current={lead.known.statusId} notes={notes} onChange={change} />
      <Textarea
        ref={field}
        label={t('after.note')}
        dir="auto"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={COMMENT_MAX}
        value={notes.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <CallBackChoice value={notes.callBackAt} onChange={(callBackAt) => change({ callBackAt })} />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="subtle" onClick={dismiss}>
          {t('after.dismiss')}
        </Button>
        <Button
          type="submit"
          className={classes.save ?? ''}
          loading={isSaving}
          disabled={!isReady}
          rightSection={
            !isNarrow && (
              <Kbd className={classes.kbd ?? ''} dir="ltr" aria-hidden>
                Ctrl ↵
              </Kbd>
            )
          }
        >
          {t('after.save')}
        </Button>
      </div>
    </form>
  )
}
