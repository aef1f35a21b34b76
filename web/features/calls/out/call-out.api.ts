import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type DialVia, type EditedLog, type LoggedCall, outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import { softphoneRoutes } from '#contract/calls/softphone.ts'
import { type CallsFrom, userRoutes } from '#contract/team/users.ts'
import { isMasked } from '#contract/values/masks.ts'
import { call } from '../../../lib/http/call.ts'
import { askForCall } from '../../../lib/on-the-line.ts'
import { sessionQuery } from '../../../lib/session/session.ts'
import type { Callee } from '../../../shared/numbers/call-out.ts'

/** Starts a call; the key makes a repeated request the same call. */
export function dial({ leadId, phone, campaignId }: Callee, via: DialVia) {
  const whom = leadId
    ? { leadId, ...(phone && !isMasked(phone) && { phone }) }
    : { phone: phone ?? '', ...(campaignId && { campaignId }) }
  const tab = via === 'softphone' ? { tab: askForCall() } : {}
  return call(outgoingRoutes.dial, { body: { ...whom, via, ...tab } }, { idempotencyKey: crypto.randomUUID() })
}

/** The call that a member makes: whose phone rings. */
export const madeCallQuery = (callId: string) =>
  queryOptions({
    queryKey: ['softphone', 'call', callId],
    queryFn: () => call(softphoneRoutes.ringing, { params: { id: callId } }),
    meta: { silent: true },
  })

export const cancelCall = (callId: string) => call(outgoingRoutes.cancel, { params: { id: callId } })
export const logCall = (body: LoggedCall) => call(outgoingRoutes.log, { body }, { idempotencyKey: crypto.randomUUID() })
export const removeLog = (callId: string) => call(outgoingRoutes.removeLog, { params: { id: callId } })
export const editLog = (callId: string, body: EditedLog) =>
  call(outgoingRoutes.editLog, { params: { id: callId }, body })
export const restoreLog = (callId: string) => call(outgoingRoutes.restoreLog, { params: { id: callId } })

/** Stores what rings first. */
export function useCallsFrom() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (callsFrom: CallsFrom) => call(userRoutes.update, { body: { callsFrom } }),
    onSuccess: ({ updatedUser }) =>
      client.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, user: updatedUser }),
    meta: { silent: true },
  })
}
