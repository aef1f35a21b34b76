import { useWindowEvent } from '@mantine/hooks'
import { IconPhone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COME_BACK_SECONDS, softphoneRoutes } from '#contract/calls/softphone.ts'
import { call as send } from '../../lib/http/call.ts'
import { storage } from '../../lib/storage.ts'
import { useReached } from '../../ui/feedback/timing.ts'
import classes from './call-card.module.css'
import { isRinging, type PhoneCall, type Softphone } from './lines/softphone.ts'

/** The server rings this long after the page was left, plus the duration of the last attempt. */
const EXPECTED_MS = (COME_BACK_SECONDS + 8) * 1_000

type Left = { callId: string; at: number; isMuted: boolean }

/** On leaving the page during a call: the server rings it again, and the stored call tells the new page which one. */
export function leaveTalk(call: PhoneCall | null) {
  const callId = call?.about.callId
  if (!call || !callId || call.direction === 'out' || call.about.tab !== undefined || isRinging(call)) return
  storage.phoneLeft.set(JSON.stringify({ callId, at: Date.now(), isMuted: call.isMuted } satisfies Left))
  void send(softphoneRoutes.leave, { params: { id: callId } }, { keepalive: true }).catch(() => undefined)
}

function readLeft(): Left | null {
  try {
    const left: Left | null = JSON.parse(storage.phoneLeft.get() ?? 'null')
    return left && Date.now() - left.at < EXPECTED_MS ? left : null
  } catch {
    return null
  }
}

/** Answers the call during which this page was reloaded, without a click; muted if it was muted. */
export function useComeBack(phone: Softphone, call: PhoneCall | null) {
  const [stored, setLeft] = useState(readLeft)
  const isLate = useReached(stored && stored.at + EXPECTED_MS)
  const left = isLate ? null : stored
  /** The resumed call, until the next one. */
  const [back, setBack] = useState<{ id: string; isMuted: boolean } | null>(null)
  const isIt = left !== null && call !== null && isRinging(call) && call.about.callId === left.callId
  const ringing = isIt ? call.id : null
  // A page that is restored from the browser's back-forward cache was unloaded before, too.
  useWindowEvent('pageshow', ({ persisted }) => persisted && setLeft(readLeft()))
  useEffect(() => {
    if (ringing === null || !left) return
    storage.phoneLeft.set(null)
    setBack({ id: ringing, isMuted: left.isMuted })
    setLeft(null)
    void phone.accept().then(() => left.isMuted && phone.mute(true))
  }, [phone, ringing, left])
  const isTalkingMuted = back?.isMuted === true && call?.id === back.id && call.state === 'talking'
  // Audio tracks that start after muting must be muted, too.
  useEffect(() => {
    if (isTalkingMuted) phone.mute(true)
  }, [phone, isTalkingMuted])
  return { isExpected: left !== null, callId: ringing ?? back?.id ?? null }
}

/** Placeholder of the call card until the call is back. */
export function ComingBack() {
  const { t } = useTranslation('softphone')
  return (
    <section className={classes.card} aria-label={t('call')}>
      <div className={classes.head} role="status">
        <span className={classes.icon} data-hue="teal" aria-hidden>
          <IconPhone size={20} stroke={1.75} />
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{t('back.waiting')}</span>
        </span>
      </div>
    </section>
  )
}
