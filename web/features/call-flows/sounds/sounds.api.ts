import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import { call } from '../../../lib/http/call.ts'

const soundsKey = (businessId: string) => ['call-flows', businessId, 'sounds'] as const

export const soundsQuery = (businessId: string) =>
  queryOptions({ queryKey: soundsKey(businessId), queryFn: () => call(callFlowRoutes.sounds) })

/** A signed address of the audio, which ends: asked for at each play. */
export const soundLink = async (id: string) => (await call(callFlowRoutes.soundLink, { params: { id } })).url

/** Adds a sound under a name. The dialog shows errors itself. */
export function useAddSound(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ file, name }: { file: Blob; name: string }) => {
      const { sound } = await call(callFlowRoutes.addSound, { file })
      return (await call(callFlowRoutes.renameSound, { params: { id: sound._id }, body: { name } })).sound
    },
    // If only the name failed, the sound is there.
    onSettled: () => client.invalidateQueries({ queryKey: soundsKey(businessId) }),
  })
}

export function useRemoveSound(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(callFlowRoutes.removeSound, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: soundsKey(businessId) }),
  })
}
