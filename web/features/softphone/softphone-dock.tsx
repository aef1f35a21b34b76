import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SoftphoneToken } from '#contract/softphone.ts'
import { useBusiness } from '../../lib/session.ts'
import { storage, useStored } from '../../lib/storage.ts'
import { CallCard } from './call-card.tsx'
import { LocalSoftphone } from './local-softphone.ts'
import { PhoneButton } from './phone-button.tsx'
import { doorUrl, freshToken, softphoneQuery, usePresence } from './softphone.api.ts'
import type { Softphone } from './softphone.ts'
import { startRinging } from './sound.ts'
import { TwilioSoftphone } from './twilio-softphone.ts'

/** One's phone in the browser, in the header of every screen: nothing where the business has none. */
export function SoftphoneDock() {
  const { businessId } = useBusiness()
  const { data } = useQuery(softphoneQuery(businessId))
  if (!data?.softphone) return null
  return <Phone key={businessId} businessId={businessId} kind={data.softphone.kind} />
}

const open = (kind: SoftphoneToken['kind']): Softphone =>
  kind === 'local'
    ? new LocalSoftphone(async () => {
        const { url, token } = await freshToken()
        return { url: doorUrl(url), token }
      })
    : new TwilioSoftphone(async () => (await freshToken()).token)

function Phone({ businessId, kind }: { businessId: string; kind: SoftphoneToken['kind'] }) {
  const [phone] = useState(() => open(kind))
  const state = useSyncExternalStore(phone.subscribe, phone.state)
  const [isAway, setAway] = useStored(storage.phoneAway)
  const [microphone] = useStored(storage.microphone)
  const [speaker] = useStored(storage.speaker)
  usePresence(businessId, { isOpen: state.line === 'ready', isAway })

  useEffect(() => {
    phone.register()
    return () => phone.close()
  }, [phone])
  useEffect(() => {
    void phone.setDevices({ microphone, speaker })
  }, [phone, microphone, speaker])
  const isRinging = state.call?.direction === 'in' && state.call.state === 'ringing'
  useEffect(() => {
    if (isRinging) return startRinging()
  }, [isRinging])

  return (
    <>
      <PhoneButton state={state} isAway={isAway} onAway={setAway} />
      {state.call && <CallCard call={state.call} problem={state.problem} phone={phone} />}
    </>
  )
}
