import { Portal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SoftphoneToken } from '#contract/calls/softphone.ts'
import { useTellLine } from '../../lib/on-the-line.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { storage, useStored } from '../../lib/storage.ts'
import { useAskedCall } from './asked-call.ts'
import { announcedCall, CallCard } from './call-card.tsx'
import { ComingBack, leaveTalk, useComeBack } from './come-back.tsx'
import { Lines, type MakeLine } from './lines.ts'
import { LocalSoftphone } from './local-softphone.ts'
import { PhoneButton } from './phone-button.tsx'
import { doorUrl, freshToken, softphoneQuery, usePresence } from './softphone.api.ts'
import { isRinging, type Softphone } from './softphone.ts'
import { useRinging } from './sound.ts'
import { TwilioSoftphone } from './twilio-softphone.ts'
import { useAnnouncedCall } from './use-announced-call.ts'

/** The phone in the browser, in the header of every screen; nothing where the business has none. */
export function SoftphoneDock() {
  const { businessId } = useBusiness()
  const { data } = useQuery(softphoneQuery(businessId))
  if (!data?.softphones.length) return null
  const kinds = data.softphones.map(({ kind }) => kind)
  return <Phone key={`${businessId} ${kinds.join()}`} businessId={businessId} kinds={kinds} />
}

type Kind = SoftphoneToken['kind']
const lineOf =
  (kind: Kind): MakeLine =>
  (isBusy) =>
    kind === 'local'
      ? new LocalSoftphone(
          async () => {
            const { url, token } = await freshToken(kind)
            return { url: doorUrl(url), token }
          },
          { isBusy },
        )
      : new TwilioSoftphone(async () => (await freshToken(kind)).token, isBusy)

function Phone({ businessId, kinds }: { businessId: string; kinds: Kind[] }) {
  const [phone] = useState(() => new Lines(kinds.map(lineOf)))
  const state = useSyncExternalStore(phone.subscribe, phone.state)
  const [isAway, setAway] = useStored(storage.phoneAway)
  const [microphone] = useStored(storage.microphone)
  const [speaker] = useStored(storage.speaker)
  usePresence(businessId, { isOpen: state.line === 'ready', isAway })

  const rings = isRinging(state.call)
  useAskedCall(phone, state)
  const back = useComeBack(phone, state.call)
  const announced = useAnnouncedCall(businessId, state)
  const shown = state.call ?? (announced === null || back.isExpected ? null : announcedCall(announced))
  const isBack = state.call !== null && state.call.id === back.callId
  useOpenPhone(phone)
  useLeaveWarning(state.call !== null && !rings)
  useTellLine(state.call?.peer ?? null, state.call !== null && !rings)
  useEffect(() => {
    void phone.setDevices({ microphone, speaker })
  }, [phone, microphone, speaker])
  useRinging(rings && !isBack)

  return (
    <>
      <PhoneButton state={state} isAway={isAway} onAway={setAway} />
      {shown && (
        <Portal>
          <CallCard call={shown} problem={state.problem} phone={phone} isBack={isBack} />
        </Portal>
      )}
      {!state.call && back.isExpected && (
        <Portal>
          <ComingBack />
        </Portal>
      )}
    </>
  )
}

/**
 * Ends the call when the user leaves the page, so that the other party does not stay on a silent line. A page restored
 * from the back/forward cache registers the softphone again.
 */
function useOpenPhone(phone: Softphone) {
  useEffect(() => {
    const leave = () => {
      leaveTalk(phone.state().call)
      phone.close()
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && phone.register()
    phone.register()
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
      phone.close()
    }
  }, [phone])
}

const RELOAD_KEY_MS = 1_000
/**
 * The browser asks before the page is left during a call, because closing it ends the call. A reload by keyboard
 * resumes the call and is not asked about; other ways of leaving cannot be distinguished.
 */
function useLeaveWarning(isLive: boolean) {
  useEffect(() => {
    if (!isLive) return
    let reloadAt = Number.NEGATIVE_INFINITY
    const press = ({ code, ctrlKey, metaKey }: KeyboardEvent) => {
      if (code === 'F5' || (code === 'KeyR' && (ctrlKey || metaKey))) reloadAt = Date.now()
    }
    const ask = (event: BeforeUnloadEvent) => {
      if (Date.now() - reloadAt > RELOAD_KEY_MS) event.preventDefault()
    }
    window.addEventListener('keydown', press, true)
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('keydown', press, true)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isLive])
}
