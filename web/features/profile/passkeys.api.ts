import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { ApiError, call } from '../../lib/http/call.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { confirmed } from '../../lib/session/identity.ts'
import { sessionQuery } from '../../lib/session/session.ts'

const passkeysKey = ['profile', 'passkeys']
export const passkeysQuery = queryOptions({ queryKey: passkeysKey, queryFn: () => call(passkeyRoutes.list) })

/** Not awaited: refreshing removes the passkey's row with its form, which has to report success first. */
const refresh = (client: QueryClient) =>
  void Promise.all([
    client.invalidateQueries({ queryKey: passkeysKey }),
    client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  ]).catch(() => undefined)

/** The browser asks for fingerprint, face or PIN; undefined if the person closed its window. The form shows errors. */
export function useAddPasskey() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const { options } = await confirmed(({ code }) => call(passkeyRoutes.start, { body: { password, code } }), {
        password,
      })
      const { startRegistration } = await loadCode(() => import('@simplewebauthn/browser'))
      const credential = await startRegistration({ optionsJSON: options as never }).catch(explain)
      return credential && call(passkeyRoutes.add, { body: { name, credential: credential as never } })
    },
    onSuccess: (added) => added && refresh(client),
  })
}

/** Browsers' own messages are in English and for developers. */
function explain(error: Error) {
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return undefined
  if (error instanceof ApiError) throw error
  const isKnown = error.name === 'InvalidStateError'
  throw new Error(i18n.t(isKnown ? 'knownHere' : 'failed', { ns: 'passkeys' }))
}

export function useRemovePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => confirmed((body) => call(passkeyRoutes.remove, { params: { id }, body })),
    onSuccess: () => refresh(client),
  })
}
