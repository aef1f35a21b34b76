import { useMutation } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/team/users.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { useEnter } from './login.api.ts'

type PasskeySignIn = {
  remember: boolean
  /** Offers passkeys in the field's autofill instead of a window of its own. */
  inField?: boolean
}
/** Loads the passkey code on first use. Shows no error if the user closes the browser's passkey prompt. */
export function usePasskey(onEntered: (user: CurrentUser) => void) {
  const enter = useEnter()
  return useMutation({
    mutationFn: async ({ remember, inField = false }: PasskeySignIn) => {
      const { signInByPasskey } = await loadCode(() => import('./passkey-sign-in.ts'))
      const reply = await signInByPasskey({ remember, inField })
      return reply && enter(reply)
    },
    onSuccess: (user) => user && onEntered(user),
  })
}
