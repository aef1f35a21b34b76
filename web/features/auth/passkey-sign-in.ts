import { browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { call } from '../../lib/http/call.ts'

/** The person closed the browser's window, has no passkey for this site, or started another request. */
const nothingChosen = ['NotAllowedError', 'AbortError']

/** Asks the browser for a passkey and signs in with it; undefined if none was chosen. */
export async function signInByPasskey({ remember, inField }: { remember: boolean; inField: boolean }) {
  if (inField && !(await browserSupportsWebAuthnAutofill())) return undefined
  const { options } = await call(passkeyRoutes.challenge)
  const assertion = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill: inField }).catch(
    (error: Error) => {
      if (inField || nothingChosen.includes(error.name)) return undefined
      throw error
    },
  )
  return assertion && call(passkeyRoutes.signIn, { body: { assertion: assertion as never, remember } })
}
