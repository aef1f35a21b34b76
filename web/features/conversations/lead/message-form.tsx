import { Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutlook } from '#contract/leads/conversations/conversations.ts'
import { minutesOf, momentOf } from '#contract/values/clock.ts'
import type { PickedTemplate } from '../../../shared/message-templates/template-picker.tsx'
import type { NewMessage } from '../conversations.api.ts'
import { AttachButton } from './attach-button.tsx'
import { type AttachedFile, AttachedFiles } from './attached-files.tsx'
import classes from './composer.module.css'
import { Counted, Said } from './composer-notes.tsx'
import { Chosen, Frame, LaterButton, SendButton, SendTime, Texts } from './message-parts.tsx'
import { TemplatesButton } from './templates-button.tsx'
import { useDraft } from './use-draft.ts'
import { useSendOnce } from './use-send-once.ts'

type Props = {
  businessId: string
  leadId: string
  outlook: ChannelOutlook
  /** The choice of the channel. */
  choice: ReactNode
  templatesOnly: boolean
}

/** A message of one channel: typed, or filled in from a template. */
export function MessageForm({ businessId, leadId, outlook, choice, templatesOnly }: Props) {
  const { t } = useTranslation('conversations')
  const { channel } = outlook
  const { draft, type, clear } = useDraft(leadId, channel)
  const [picked, setPicked] = useState<PickedTemplate>()
  const [files, attach] = useState<readonly AttachedFile[]>([])
  const [isAdvertising, advertise] = useState(false)
  const [later, setLater] = useState<string>()
  const send = useSendOnce(businessId, leadId)
  const found = (isAdvertising && outlook.advertising) || outlook.service
  const sendAt = later ? momentOf(later.slice(0, 10), minutesOf(later.slice(11))).toISOString() : undefined
  const mustPick = templatesOnly || !isFreeAt(outlook, sendAt ?? found.waitsUntil)
  const isPicked = mustPick || picked !== undefined
  const isReady = hasContent(channel, isPicked ? picked : draft, isPicked ? 0 : files.length) && !found.refusal
  const pick = (template: PickedTemplate) => {
    advertise(template.purpose === 'advertising')
    // A template of WhatsApp is sent as it was approved; others may be changed before.
    if (templatesOnly || channel === 'whatsapp') setPicked(template)
    else type({ text: template.text, subject: template.subject ?? '' })
  }
  const reset = () => {
    clear()
    setPicked(undefined)
    setLater(undefined)
    attach([])
  }
  const submit = () => {
    if (!isReady || send.isPending) return
    const purpose = isAdvertising ? 'advertising' : 'service'
    send.once({ channel, purpose, ...writtenOf({ channel, picked, draft, files }), ...(sendAt && { sendAt }) }, reset)
  }
  const ready = { isReady, isPending: send.isPending, isScheduled: sendAt !== undefined || found.waitsUntil !== null }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={classes.row}>
        {choice}
        <TemplatesButton {...{ businessId, leadId, channel }} isClosed={isClosed(outlook)} onPick={pick} />
      </div>
      {isPicked ? (
        <Chosen {...{ channel, picked, templatesOnly }} canDrop={!mustPick} onDrop={() => setPicked(undefined)} />
      ) : (
        <>
          <Texts {...{ channel, draft, type }} onSend={submit} />
          <AttachedFiles files={files} onChange={attach} />
          <Frame after={isAdvertising ? outlook.frame.after : ''} />
        </>
      )}
      <SendTime value={later} onChange={setLater} />
      <div className={classes.row}>
        <div className={classes.side}>
          {outlook.advertising && (
            <Switch
              label={t('advertising')}
              checked={isAdvertising}
              disabled={isPicked}
              onChange={({ currentTarget }) => advertise(currentTarget.checked)}
            />
          )}
          {channel === 'sms' && !templatesOnly && (
            <Counted text={draft.text} frame={isAdvertising ? outlook.frame : undefined} />
          )}
        </div>
        <div className={classes.side}>
          {!isPicked && <AttachButton {...{ businessId, leadId, channel, files }} onChange={attach} />}
          <LaterButton value={later} onChange={setLater} />
          <SendButton {...ready} />
        </div>
      </div>
      <Said outlook={outlook} found={found} isLater={sendAt !== undefined} isFree={!isPicked} />
    </form>
  )
}

/** Whether WhatsApp takes words of one's own when the message would leave. */
const isFreeAt = ({ channel, windowUntil }: ChannelOutlook, leaves: string | null) =>
  channel !== 'whatsapp' ||
  (windowUntil !== null && Date.parse(leaves ?? new Date().toISOString()) <= Date.parse(windowUntil))

type Content = {
  channel: ChannelOutlook['channel']
  picked: PickedTemplate | undefined
  draft: { text: string; subject: string }
  files: readonly AttachedFile[]
}
/** What is sent: a template, or words with files. */
function writtenOf({ channel, picked, draft, files }: Content): Partial<NewMessage> {
  if (picked) return { template: { _id: picked.templateId, language: picked.language } }
  return {
    ...(draft.text.trim() && { text: draft.text }),
    ...(channel === 'email' && { subject: draft.subject }),
    ...(files.length > 0 && { files: files.map(({ _id }) => _id) }),
  }
}

type Written = { text: string; subject: string | null }
/** A mail needs a subject; a file goes without words at WhatsApp alone. */
function hasContent(channel: ChannelOutlook['channel'], content: Written | undefined, files: number): boolean {
  if (channel === 'whatsapp' && files > 0) return true
  return Boolean(content?.text.trim()) && (channel !== 'email' || Boolean(content?.subject?.trim()))
}

/** Templates with advertising are not offered to a lead who withdrew; without consent the composer says what is missing. */
const isClosed = ({ advertising }: ChannelOutlook) =>
  advertising === null || advertising.refusal === 'withdrawn' || advertising.refusal === 'opted_out'
