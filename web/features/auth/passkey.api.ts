import { useMutation } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/team/users.ts'
import { useEnter } from './login.api.ts'

type PasskeySignIn = {
  remember: boolean
  /** Offered among what the browser fills in, instead of asked for in a window of its own. */
  inField?: boolean
}
/** What asks for passkeys is fetched when one is wanted. Whoever closes the browser's window is told nothing. */
export function usePasskey(onEntered: (user: CurrentUser) => void) {
  const enter = useEnter()
  return useMutation({
    mutationFn: async ({ remember, inField = false }: PasskeySignIn) => {
      const { signInByPasskey } = await import('./passkey-sign-in.ts')
      const reply = await signInByPasskey({ remember, inField })
      return reply && enter(reply)
    },
    onSuccess: (user) => user && onEntered(user),
  })
}
