import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { SoftphoneToken } from '#contract/calls/softphone.ts'
import { useTellLine } from '../../lib/on-the-line.ts'
import { useBusiness, useSession } from '../../lib/session/session.ts'
import { storage, useStored } from '../../lib/storage.ts'
import { useFormAhead } from './after-call-slot.tsx'
import { useAskedCall } from './asked-call.ts'
import { announcedCall } from './call-card.tsx'
import { CallStack } from './call-stack.tsx'
import { leaveTalk, useComeBack } from './come-back.tsx'
import { Lines, type MakeLine } from './lines/lines.ts'
import { LocalSoftphone } from './lines/local-softphone.ts'
import { isRinging, type Softphone } from './lines/softphone.ts'
import { useRinging, useWaitingTone } from './lines/sound.ts'
import { talksElsewhere, useTalkingWindow } from './lines/talking-window.ts'
import { TwilioSoftphone } from './lines/twilio-softphone.ts'
import { PhoneButton } from './phone-button.tsx'
import { doorUrl, freshToken, softphoneQuery, statusesQuery, usePresence } from './softphone.api.ts'
import { useAnnouncedCall } from './use-announced-call.ts'
import { useEndedCall } from './use-ended-call.ts'

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
  (others) =>
    kind === 'local'
      ? new LocalSoftphone(
          async () => {
            const { url, token } = await freshToken(kind)
            return { url: doorUrl(url), token }
          },
          { others, talksElsewhere },
        )
      : new TwilioSoftphone(async () => (await freshToken(kind)).token, { others, talksElsewhere })

function Phone({ businessId, kinds }: { businessId: string; kinds: Kind[] }) {
  const [phone] = useState(() => new Lines(kinds.map(lineOf)))
  const state = useSyncExternalStore(phone.subscribe, phone.state)
  const [isAway, setAway] = useStored(storage.phoneAway)
  const [microphone] = useStored(storage.microphone)
  const [speaker] = useStored(storage.speaker)
  usePresence(businessId, { isOpen: state.line === 'ready', isAway })

  // Loaded before a call shows them.
  useTranslation(['softphone', 'calls', 'follow-ups'])
  useQuery(statusesQuery(businessId))
  const { user } = useSession()
  const { call, waiting } = state
  const rings = isRinging(call)
  const isLive = call !== null && !rings
  useAskedCall(phone, state)
  const back = useComeBack(phone, call)
  const announced = useAnnouncedCall(businessId, state)
  const shown = call ?? (announced === null || back.isExpected ? null : announcedCall(announced))
  const isBack = call !== null && call.id === back.callId
  useEndedCall(call, { businessId, userId: user._id })
  useOpenPhone(phone)
  useLeaveWarning(isLive)
  useTellLine(call?.peer ?? null, isLive)
  useTalkingWindow(isLive)
  useFormAhead(shown !== null)
  useEffect(() => {
    void phone.setDevices({ microphone, speaker })
  }, [phone, microphone, speaker])
  useRinging(rings && !isBack)
  useWaitingTone(waiting !== null)

  return (
    <>
      <PhoneButton state={state} isAway={isAway} onAway={setAway} />
      <CallStack
        {...{ shown, state, phone, isBack, businessId }}
        isComingBack={!call && back.isExpected}
        userId={user._id}
      />
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
