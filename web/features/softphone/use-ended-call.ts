import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keepCall } from './after-call/kept-calls.ts'
import type { PhoneCall } from './lines/softphone.ts'
import { ringingQuery } from './softphone.api.ts'

/** Whether there is something to note: a conversation, or a call that this person made. */
const isToBeNoted = ({ since, direction }: PhoneCall) => since !== null || direction === 'out'

type Who = { businessId: string; userId: string }

/** Keeps each call of this window once it has ended, or the page is left, until the person has noted it. */
export function useEndedCall(call: PhoneCall | null, { businessId, userId }: Who) {
  const client = useQueryClient()
  const last = useRef<PhoneCall | null>(null)
  const keep = (ended: PhoneCall | null) => {
    const callId = ended?.about.callId
    if (!ended || !callId || !isToBeNoted(ended)) return
    const { queryKey } = ringingQuery(callId)
    const seconds = ended.since === null ? 0 : Math.round((Date.now() - ended.since) / 1_000)
    const shown = client.getQueryData(queryKey)?.call ?? null
    keepCall({ callId, businessId, userId, peer: ended.peer, seconds, endedAt: Date.now(), shown })
    // The lead may have been created, named or assigned during the call.
    void client.invalidateQueries({ queryKey })
  }
  useEffect(() => {
    const before = last.current
    last.current = call
    if (before && before.id !== call?.id) keep(before)
  })
  useWindowEvent('pagehide', () => keep(last.current))
}
