import { Button, Stack } from '@mantine/core'
import { IconCalendarX, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuestMeeting } from '#contract/leads/meetings/guest-meetings.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { type GuestAnswer, type MeetingLink, type SendAnswer, useAnswer } from './guest-meeting.api.ts'
import classes from './guest-meeting.module.css'

const ThankYouPopup = lazily(() => import('../../shared/popups/thank-you-popup.tsx'), 'ThankYouPopup', { soon: true })
const OtherTime = lazily(() => import('./other-time.tsx'), 'OtherTime', { soon: true })

type Props = { link: MeetingLink; meeting: GuestMeeting }

/** The guest's answer, which may change until the meeting begins. */
export function GuestAnswers({ link, meeting }: Props) {
  const { t } = useTranslation('guest-meeting')
  const thanks = useModal('thanks')
  const [isChoosing, setChoosing] = useState(false)
  const { answer, isPending, variables, error } = useAnswer(link, () => {
    setChoosing(false)
    thanks.open()
  })
  const { sequence, status } = meeting
  const send: SendAnswer = (chosen) => answer({ ...chosen, sequence })
  const isSending = (kind: GuestAnswer['kind']) => isPending && variables.kind === kind
  const isAnswered = status === 'Meeting Confirmed' || status === 'Meeting Canceled' || meeting.guestWords !== null
  return (
    <Stack gap="sm">
      <Said meeting={meeting} />
      {status !== 'Meeting Confirmed' && (
        <Button
          size="lg"
          fullWidth
          loading={isSending('confirm')}
          disabled={isPending}
          onClick={() => send({ kind: 'confirm' })}
        >
          {t('confirm')}
        </Button>
      )}
      <Button
        size="lg"
        fullWidth
        variant="default"
        disabled={isPending}
        aria-expanded={isChoosing}
        onClick={() => setChoosing(!isChoosing)}
      >
        {t('another')}
      </Button>
      {isChoosing && (
        <Suspense>
          <OtherTime offers={meeting.offers} isSending={isSending('move')} onSend={send} />
        </Suspense>
      )}
      {status !== 'Meeting Canceled' && (
        <Button
          size="lg"
          fullWidth
          variant="default"
          loading={isSending('decline')}
          disabled={isPending}
          onClick={() => send({ kind: 'decline' })}
        >
          {t('decline')}
        </Button>
      )}
      {error && (
        <p className={classes.failed} role="alert">
          {error.message}
        </p>
      )}
      <p className={classes.small}>{t(isAnswered ? 'mayChange' : 'mayChangeLater')}</p>
      <Suspense>{thanks.opened && <ThankYouPopup opened onClose={thanks.close} />}</Suspense>
    </Stack>
  )
}

/** The answer that holds; nothing before the first. */
function Said({ meeting: { status, guestWords } }: { meeting: GuestMeeting }) {
  const { t } = useTranslation('guest-meeting')
  const said =
    status === 'Meeting Confirmed'
      ? { icon: <IconCircleCheck />, text: t('said.confirmed') }
      : status === 'Meeting Canceled'
        ? { icon: <IconCalendarX />, text: t('said.declined') }
        : guestWords !== null && { icon: <IconHourglass />, text: t('said.asked'), words: guestWords }
  if (!said) return null
  return (
    <div className={classes.said} role="status">
      <span className={classes.icon} aria-hidden>
        {said.icon}
      </span>
      <span>
        {said.text}
        {'words' in said && (
          <q className={classes.message} dir="auto">
            {said.words}
          </q>
        )}
      </span>
    </div>
  )
}
