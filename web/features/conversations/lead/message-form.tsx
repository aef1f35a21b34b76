import { ActionIcon, Button, Switch, Textarea, TextInput } from '@mantine/core'
import { IconCalendarClock, IconSend2 } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutlook } from '#contract/leads/conversations/conversations.ts'
import { minutesOf, momentOf } from '#contract/values/clock.ts'
import { MessagePreview } from '../../../shared/message-templates/message-preview.tsx'
import type { PickedTemplate } from '../../../shared/message-templates/template-picker.tsx'
import type { NewMessage } from '../conversations.api.ts'
import classes from './composer.module.css'
import { Counted, Said } from './composer-notes.tsx'
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
  const [isAdvertising, advertise] = useState(false)
  const [later, setLater] = useState<string>()
  const send = useSendOnce(businessId, leadId)
  const found = (isAdvertising && outlook.advertising) || outlook.service
  const sendAt = later ? momentOf(later.slice(0, 10), minutesOf(later.slice(11))).toISOString() : undefined
  const content = templatesOnly ? picked : draft
  const hasText = Boolean(content?.text.trim()) && (channel === 'sms' || Boolean(content?.subject?.trim()))
  const isReady = hasText && !found.refusal
  const pick = (template: PickedTemplate) => {
    advertise(template.purpose === 'advertising')
    if (templatesOnly) setPicked(template)
    else type({ text: template.text, subject: template.subject ?? '' })
  }
  const submit = () => {
    if (!isReady || send.isPending) return
    const written = picked
      ? { template: { _id: picked.templateId, language: picked.language } }
      : { text: draft.text, ...(channel === 'email' && { subject: draft.subject }) }
    const purpose = isAdvertising ? 'advertising' : 'service'
    const body: NewMessage = { channel, purpose, ...written, ...(sendAt && { sendAt }) }
    send.once(body, () => {
      clear()
      setPicked(undefined)
      setLater(undefined)
    })
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
      {templatesOnly ? (
        <Chosen channel={channel} picked={picked} />
      ) : (
        <Texts {...{ channel, draft, type }} onSend={submit} />
      )}
      {isAdvertising && (
        <p className={classes.frame} dir="auto">
          {outlook.frame.after.trim()}
        </p>
      )}
      {later !== undefined && <SendTime value={later} onChange={setLater} />}
      <div className={classes.row}>
        <div className={classes.side}>
          {outlook.advertising && (
            <Switch
              label={t('advertising')}
              checked={isAdvertising}
              disabled={templatesOnly}
              onChange={({ currentTarget }) => advertise(currentTarget.checked)}
            />
          )}
          {channel === 'sms' && !templatesOnly && (
            <Counted text={draft.text} frame={isAdvertising ? outlook.frame : undefined} />
          )}
        </div>
        <div className={classes.side}>
          <ActionIcon
            variant="default"
            aria-label={t('later')}
            aria-pressed={later !== undefined}
            onClick={() => setLater(later === undefined ? '' : undefined)}
          >
            <IconCalendarClock size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
          <SendButton {...ready} />
        </div>
      </div>
      <Said outlook={outlook} found={found} isLater={sendAt !== undefined} />
    </form>
  )
}

/** Templates with advertising are not offered to a lead who withdrew; without consent the composer says what is missing. */
const isClosed = ({ advertising }: ChannelOutlook) =>
  advertising === null || advertising.refusal === 'withdrawn' || advertising.refusal === 'opted_out'

function SendButton({ isReady, isPending, isScheduled }: Record<'isReady' | 'isPending' | 'isScheduled', boolean>) {
  const { t } = useTranslation('conversations')
  const Icon = isScheduled ? IconCalendarClock : IconSend2
  return (
    <Button type="submit" loading={isPending} disabled={!isReady} leftSection={<Icon size={16} aria-hidden />}>
      {t(isScheduled ? 'schedule' : 'send')}
    </Button>
  )
}

function SendTime({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('conversations')
  return (
    <TextInput
      label={t('later')}
      type="datetime-local"
      dir="ltr"
      w="16rem"
      maw="100%"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

type ChosenProps = { channel: ChannelOutlook['channel']; picked: PickedTemplate | undefined }
function Chosen({ channel, picked }: ChosenProps) {
  const { t } = useTranslation('conversations')
  if (!picked) return <p className={classes.hint}>{t('templatesOnly')}</p>
  return <MessagePreview channel={channel} language={picked.language} subject={picked.subject} text={picked.text} />
}

type TextsProps = Pick<ReturnType<typeof useDraft>, 'draft' | 'type'> &
  Pick<ChosenProps, 'channel'> & { onSend: () => void }
function Texts({ channel, draft, type, onSend }: TextsProps) {
  const { t } = useTranslation('conversations')
  return (
    <>
      {channel === 'email' && (
        <TextInput
          aria-label={t('subject')}
          placeholder={t('subject')}
          dir="auto"
          value={draft.subject}
          onChange={({ currentTarget }) => type({ ...draft, subject: currentTarget.value })}
        />
      )}
      <Textarea
        aria-label={t('text')}
        placeholder={t('placeholder')}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        value={draft.text}
        onChange={({ currentTarget }) => type({ ...draft, text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
        }}
      />
    </>
  )
}
