import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RingingCall } from '#contract/calls/softphone.ts'
import { useLive } from '../../lib/http/live.ts'
import { useReached } from '../../ui/feedback/timing.ts'
import { isRinging, type PhoneCall, type PhoneState } from './lines/softphone.ts'
import { CALL_KEY, ringingQuery } from './softphone.api.ts'

/** Longest time without a word of the call, in case its end is not reported. */
const ANNOUNCED_MS = 90_000
/** The server does not announce what a caller does after phones have rung, or in a menu. */
const LOOK_EVERY_MS = 2_000

/** `isAfterRing`: it has rung here, and its caller may come back to this phone. */
type Announced = { callId: string; at: number; until: number; isAfterRing: boolean }

/** Whether the caller is on the way to this phone: after it has rung, only from a menu or the line. */
const isOnTheWay = ({ stage }: Pick<RingingCall, 'stage'>, isAfterRing: boolean) =>
  stage !== null && (!isAfterRing || stage === 'menu' || stage === 'line')

/**
 * The id of a call that will ring this phone; until then its caller hears a greeting, or chooses in a menu. A call that has rung here stays while
 * its caller waits in line, or chooses in a menu.
 */
export function useAnnouncedCall(businessId: string, { line, call, ended }: PhoneState): string | null {
  const client = useQueryClient()
  const [announced, setAnnounced] = useState<Announced | null>(null)
  const [rang, setRang] = useState<PhoneCall | null>(null)
  const isLate = useReached(announced?.until ?? null)
  const { data, dataUpdatedAt } = useQuery({
    ...ringingQuery(announced?.callId),
    refetchInterval: ({ state }) =>
      announced?.isAfterRing || state.data?.call.stage === 'menu' ? LOOK_EVERY_MS : false,
  })
  useLive((message) => {
    if (message.kind === 'resync') setAnnounced(null)
    if (message.kind !== 'change' || message.event.businessId !== businessId) return
    const { name, callId, leadId, willRing } = message.event
    if (callId && name === 'call.started' && willRing) setAnnounced(from(callId, false))
    if (callId && callId === announced?.callId && name === 'call.ended') setAnnounced(null)
    void client.invalidateQueries({
      queryKey: CALL_KEY,
      predicate: ({ queryKey, state }) =>
        (callId !== undefined && queryKey[2] === callId) ||
        (leadId !== undefined && (state.data as { call: RingingCall } | undefined)?.call.lead?._id === leadId),
    })
  })
  const ringing = isRinging(call) ? call : null
  if (ringing?.id !== rang?.id) {
    setRang(ringing)
    const callId = rang?.about.callId
    // Asked again, because what is known is from before it rang.
    if (rang && callId && !call && ended === 'elsewhere') setAnnounced(from(callId, true))
  }
  const isOver = isLate || (call !== null && announced !== null)
  if (isOver && announced) setAnnounced(null)
  if (!announced || isOver || line !== 'ready') return null
  if (announced.isAfterRing && dataUpdatedAt < announced.at) return null
  return data && !isOnTheWay(data.call, announced.isAfterRing) ? null : announced.callId
}

function from(callId: string, isAfterRing: boolean): Announced {
  const at = Date.now()
  return { callId, at, until: at + ANNOUNCED_MS, isAfterRing }
}
