import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBrandWhatsapp,
  IconCheck,
  IconChecks,
  IconClock,
  IconHelpCircle,
  IconMail,
  IconMessage,
  IconMoon,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { languageOfText } from '#contract/leads/conversations/advertising.ts'
import type { LeadMessage } from '#contract/leads/conversations/message-shapes.ts'
import { formatDateTime, formatTime } from '../../../lib/i18n/format.ts'
import { Attachments } from './attachments.tsx'
import classes from './lead-conversation.module.css'

const stateIcons: Record<LeadMessage['state'], typeof IconCheck | undefined> = {
  waiting: IconMoon,
  queued: IconClock,
  sending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconAlertTriangle,
  unknown: IconHelpCircle,
  canceled: IconX,
  received: undefined,
}

const channelIcons = { sms: IconMessage, email: IconMail, whatsapp: IconBrandWhatsapp }

/** "Re:" at the beginning of a Hebrew subject does not turn it around. */
const directionOf = (text: string) => (languageOfText(text) === 'he' ? 'rtl' : 'ltr')

type Act = 'cancel' | 'retry'
type Props = {
  message: LeadMessage
  maySend: boolean
  isBusy: boolean
  onAct: (act: Act) => void
  /** Opens a mail as its sender formatted it. */
  onOpen: () => void
}

/** One message: its text, by which channel, who wrote it, when, and what became of it in words. */
export function MessageBubble({ message, maySend, isBusy, onAct, onOpen }: Props) {
  const { t } = useTranslation('conversations')
  const { direction, channel, state, author, text, subject, at, origin, attachments } = message
  const ChannelIcon = channelIcons[channel]
  const StateIcon = stateIcons[state]
  const act = state === 'waiting' ? 'cancel' : state === 'failed' || state === 'unknown' ? 'retry' : undefined
  return (
    <article className={classes.bubble} data-direction={direction} data-state={state}>
      {subject && (
        <strong dir={directionOf(subject)} className={classes.subject}>
          {subject}
        </strong>
      )}
      {(text !== '' || attachments.length === 0) && (
        <p dir="auto" className={classes.text}>
          {text || t(message.address ? 'noText' : 'erased')}
        </p>
      )}
      {attachments.length > 0 && <Attachments attachments={attachments} />}
      <div className={classes.foot}>
        <ChannelIcon size={16} stroke={1.75} aria-hidden className={classes.channel} data-channel={channel} />
        <span>{t(`channels.${channel}`)}</span>
        {author && <bdi>{author.name}</bdi>}
        {origin === 'system' && <span>{t('bySystem')}</span>}
        {direction === 'out' && StateIcon && (
          <span className={classes.state} data-state={state}>
            <StateIcon size={16} stroke={1.75} aria-hidden />
            <StateText message={message} />
          </span>
        )}
        {direction === 'in' && channel === 'email' && <bdi dir="ltr">{message.address}</bdi>}
        {message.hasPage && (
          <Button size="compact-sm" variant="subtle" onClick={onOpen}>
            {t('openMail')}
          </Button>
        )}
        {act && maySend && (
          <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={() => onAct(act)}>
            {t(`acts.${act}`)}
          </Button>
        )}
        <time className={classes.time} dateTime={at} title={formatDateTime(at)}>
          <bdi dir="ltr">{formatTime(at)}</bdi>
        </time>
      </div>
    </article>
  )
}

function StateText({ message }: { message: LeadMessage }) {
  const { t } = useTranslation('conversations')
  const { state, waitsFor, waitsUntil, reason, errorCode } = message
  if (waitsFor && waitsUntil)
    return <span>{t('waits', { why: t(`waitsFor.${waitsFor}`), when: formatDateTime(waitsUntil) })}</span>
  if (state !== 'failed') return <span>{t(`states.${state}`)}</span>
  return (
    <span>
      {t(`reasons.${reason ?? 'undelivered'}`)}
      {errorCode !== null && <bdi dir="ltr"> ({errorCode})</bdi>}
    </span>
  )
}
