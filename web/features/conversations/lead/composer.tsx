import { Button, Group, SegmentedControl, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { IconCalendarClock, IconMoon, IconSend2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutlook } from '#contract/leads/conversations/conversations.ts'
import type { SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import { minutesOf, momentOf } from '#contract/values/clock.ts'
import { countSms } from '#contract/values/sms-segments.ts'
import { dropIdempotencyKey, idempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { formatDateTime, formatNumber } from '../../../lib/i18n/format.ts'
import { dropDraft, readDraft, writeDraft } from '../../../lib/unsaved/drafts.ts'
import { type NewMessage, useSend } from '../conversations.api.ts'
import classes from './lead-conversation.module.css'

const SEGMENTS_MANY = 3
type Draft = { text: string; subject: string }
const empty: Draft = { text: '', subject: '' }

type Props = {
  businessId: string
  leadId: string
  channels: readonly ChannelOutlook[]
  wanted?: SendingChannel | undefined
}

/** Writes to the lead: by which channel, as service or advertising, now or later. Needs a `key` per lead. */
export function Composer({ businessId, leadId, channels, wanted: asked }: Props) {
  const { t } = useTranslation('conversations')
  const [wanted, setWanted] = useState(asked)
  const outlook = channels.find(({ channel }) => channel === wanted) ?? channels[0]
  if (!outlook) return <p className={classes.hint}>{t('noChannel')}</p>
  return (
    <Stack gap="sm" className={classes.composer} component="section" aria-label={t('composer')}>
      {channels.length > 1 && (
        <SegmentedControl
          aria-label={t('channel')}
          value={outlook.channel}
          onChange={(value) => setWanted(value as SendingChannel)}
          data={channels.map(({ channel }) => ({ value: channel, label: t(`channels.${channel}`) }))}
        />
      )}
      <Message key={outlook.channel} {...{ businessId, leadId, outlook }} />
    </Stack>
  )
}

function useDraft(leadId: string, channel: SendingChannel) {
  const id = `message-${channel}-${leadId}`
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...readDraft<Draft>(id) }))
  const type = (next: Draft) => {
    setDraft(next)
    if (next.text === '' && next.subject === '') dropDraft(id)
    else writeDraft(id, next)
  }
  return { draft, type }
}

function Message({ businessId, leadId, outlook }: Pick<Props, 'businessId' | 'leadId'> & { outlook: ChannelOutlook }) {
  const { t } = useTranslation('conversations')
  const { channel } = outlook
  const { draft, type } = useDraft(leadId, channel)
  const [isAdvertising, advertise] = useState(false)
  const [later, setLater] = useState('')
  const send = useSend(businessId, leadId)
  const purpose = isAdvertising ? 'advertising' : 'service'
  const found = (isAdvertising && outlook.advertising) || outlook.service
  const sendAt = later ? momentOf(later.slice(0, 10), minutesOf(later.slice(11))).toISOString() : undefined
  const isReady = draft.text.trim() !== '' && (channel === 'sms' || draft.subject.trim() !== '') && !found.refusal
  const isScheduled = sendAt !== undefined || found.waitsUntil !== null
  const submit = () => {
    if (!isReady || send.isPending) return
    const body: NewMessage = {
      ...{ channel, purpose, text: draft.text, ...(channel === 'email' && { subject: draft.subject }) },
      ...(sendAt && { sendAt }),
    }
    // The key is the same until the message was taken: pressed twice, or sent again after a lost reply, it is one.
    const formId = `message-${leadId}`
    send.mutate(
      { body, idempotencyKey: idempotencyKey(formId, body) },
      {
        onSuccess: () => {
          dropIdempotencyKey(formId, body)
          type(empty)
          setLater('')
        },
      },
    )
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {channel === 'email' && (
        <TextInput
          label={t('subject')}
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
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      {isAdvertising && (
        <p className={classes.frame} dir="auto">
          {outlook.frame.after.trim()}
        </p>
      )}
      <Group justify="space-between" gap="sm">
        <Group gap="md">
          {outlook.advertising && (
            <Switch
              label={t('advertising')}
              checked={isAdvertising}
              onChange={({ currentTarget }) => advertise(currentTarget.checked)}
            />
          )}
          <TextInput
            aria-label={t('later')}
            type="datetime-local"
            dir="ltr"
            size="xs"
            value={later}
            onChange={({ currentTarget }) => setLater(currentTarget.value)}
          />
        </Group>
        <Group gap="md">
          {channel === 'sms' && <Counted text={draft.text} frame={isAdvertising ? outlook.frame : undefined} />}
          <Button
            type="submit"
            loading={send.isPending}
            disabled={!isReady}
            leftSection={
              isScheduled ? <IconCalendarClock size={16} aria-hidden /> : <IconSend2 size={16} aria-hidden />
            }
          >
            {t(isScheduled ? 'schedule' : 'send')}
          </Button>
        </Group>
      </Group>
      <Said outlook={outlook} found={found} isLater={sendAt !== undefined} />
    </form>
  )
}

type Frame = { before: string; after: string }
/** Characters and messages, with what the server adds. */
function Counted({ text, frame }: { text: string; frame: Frame | undefined }) {
  const { t } = useTranslation('conversations')
  const { length, segments } = countSms(frame ? frame.before + text + frame.after : text)
  if (text === '') return null
  return (
    <span className={classes.count} data-many={segments > SEGMENTS_MANY || undefined}>
      {t('counted', { count: segments, characters: formatNumber(length), segments: formatNumber(segments) })}
    </span>
  )
}

type SaidProps = { outlook: ChannelOutlook; found: ChannelOutlook['service']; isLater: boolean }
/** Why it cannot be sent, when it will be, and where answers go, in words. */
function Said({ outlook, found, isLater }: SaidProps) {
  const { t } = useTranslation('conversations')
  const { waitsFor, waitsUntil, refusal } = found
  if (refusal) return <p className={classes.refusal}>{t(`reasons.${refusal}`)}</p>
  return (
    <>
      {waitsFor && waitsUntil && !isLater && (
        <p className={classes.waits}>
          <IconMoon size={16} stroke={1.75} aria-hidden />
          {t('waits', { why: t(`waitsFor.${waitsFor}`), when: formatDateTime(waitsUntil) })}
        </p>
      )}
      {!outlook.receivesReplies && (
        <p className={classes.hint}>
          {outlook.repliesTo ? t('repliesTo', { address: outlook.repliesTo }) : t('noReplies')}
        </p>
      )}
    </>
  )
}
