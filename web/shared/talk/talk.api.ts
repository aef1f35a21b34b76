import { queryOptions, skipToken, useMutation, useQueryClient } from '@tanstack/react-query'
import { talkRoutes } from '#contract/calls/talk.ts'
import { call } from '../../lib/http/call.ts'
import { useLive } from '../../lib/http/live.ts'

const CALLING_MS = 2_000

/** How the talk of a call goes on: held, transferred, or transferred to this person. */
export const talkQuery = (callId: string) =>
  queryOptions({
    queryKey: ['softphone', 'talk', callId],
    queryFn: () => call(talkRoutes.get, { params: { id: callId } }),
    // A colleague's answer, perhaps with a key on a telephone, is no event of the call.
    refetchInterval: ({ state: { data } }) =>
      data?.talk.state === 'calling' || data?.talk.handing ? CALLING_MS : false,
    retry: 2,
    staleTime: 0,
    meta: { silent: true },
  })

/** The call that this page transferred last without asking; its phone has ended. */
export const handedQuery = queryOptions<string | null>({
  queryKey: ['softphone', 'handed'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

const COLLEAGUES_MS = 5_000
export const colleaguesQuery = (callId: string) =>
  queryOptions({
    queryKey: ['softphone', 'colleagues', callId],
    queryFn: () => call(talkRoutes.colleagues, { params: { id: callId } }),
    refetchInterval: COLLEAGUES_MS,
    staleTime: 0,
  })

/** Reads the talk again when the server tells of a change. */
export function useTalkChanges(callId: string) {
  const client = useQueryClient()
  useLive((message) => {
    const isOurs = message.kind === 'change' && message.event.callId === callId
    if (isOurs || message.kind === 'resync') void client.invalidateQueries({ queryKey: talkQuery(callId).queryKey })
  })
}

export type TalkAct =
  | { act: 'hold'; isHeld: boolean }
  | { act: 'transfer'; userId: string; kind: 'blind' | 'attended' }
  | { act: 'complete' | 'cancel' }

export function useTalkAct(callId: string) {
  const client = useQueryClient()
  const params = { id: callId }
  return useMutation({
    mutationFn: async (wanted: TalkAct) => {
      if (wanted.act === 'hold') return call(talkRoutes.hold, { params, body: { isHeld: wanted.isHeld } })
      if (wanted.act === 'transfer')
        return call(talkRoutes.transfer, { params, body: { userId: wanted.userId, kind: wanted.kind } })
      return call(talkRoutes[wanted.act], { params })
    },
    onSuccess: (_reply, wanted) => {
      if (wanted.act === 'transfer' && wanted.kind === 'blind') client.setQueryData(handedQuery.queryKey, callId)
    },
    onSettled: () => client.invalidateQueries({ queryKey: talkQuery(callId).queryKey }),
  })
}
