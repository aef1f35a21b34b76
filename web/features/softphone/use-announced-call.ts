import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '../../lib/http/live.ts'
import { useReached } from '../../ui/feedback/timing.ts'
import { ringingQuery } from './softphone.api.ts'
import type { PhoneState } from './softphone.ts'

/** Longest announcement, in case the end of the call is not reported. */
const ANNOUNCED_MS = 90_000

/** The id of a call that will ring this phone; until then the caller hears an announcement. */
export function useAnnouncedCall(businessId: string, { line, call }: PhoneState): string | null {
  const client = useQueryClient()
  const [announced, setAnnounced] = useState<{ callId: string; until: number } | null>(null)
  const isLate = useReached(announced?.until ?? null)
  const { data } = useQuery(ringingQuery(announced?.callId))
  useLive((message) => {
    if (message.kind === 'resync') setAnnounced(null)
    if (message.kind !== 'change' || message.event.businessId !== businessId || !message.event.callId) return
    const { name, callId, willRing } = message.event
    if (name === 'call.started' && willRing) setAnnounced({ callId, until: Date.now() + ANNOUNCED_MS })
    if (callId !== announced?.callId) return
    if (name === 'call.ended') setAnnounced(null)
    if (name === 'call.changed') void client.invalidateQueries({ queryKey: ringingQuery(callId).queryKey })
  })
  const isOver = isLate || data?.call.isWaiting === false || (call !== null && announced !== null)
  if (isOver && announced) setAnnounced(null)
  return line === 'ready' && !call && !isOver ? (announced?.callId ?? null) : null
}
