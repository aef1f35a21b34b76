import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch, useSearchText } from '../../../lib/search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This history entry was made by opening a call's details: closing them goes back. */
    callOpened?: boolean
  }
}

/** The call whose details are open, kept in the URL; Back closes them. */
export function useOpenCall(callId: string | undefined) {
  const router = useRouter()
  const navigate = useNavigate()
  const search = useSearchText()
  const pathname = useLocation({ select: (location) => location.pathname })
  const withCall = (call: string | undefined) => parseSearch(stringifySearch({ ...search, call }))
  return {
    hrefOf: (id: string) => `${pathname}${stringifySearch({ ...search, call: id })}`,
    open: (id: string) =>
      void navigate({
        to: '.',
        search: withCall(id),
        state: (state) => ({ ...state, callOpened: true }),
        // Going from one call's details to another's keeps Back leading to the list.
        replace: callId !== undefined,
        resetScroll: false,
      }),
    close: () => {
      if (router.history.location.state.callOpened) router.history.back()
      else void navigate({ to: '.', search: withCall(undefined), replace: true, resetScroll: false })
    },
  }
}
