import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch, useSearchText } from './search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This history entry was made by opening something over the page: closing it goes back. */
    isOpening?: boolean
  }
}

/** What is open over the page, by its id in this search parameter; Back closes it. */
export function useOpened(name: string, opened: string | undefined) {
  const router = useRouter()
  const navigate = useNavigate()
  const search = useSearchText()
  const pathname = useLocation({ select: (location) => location.pathname })
  const withId = (id: string | undefined) => parseSearch(stringifySearch({ ...search, [name]: id }))
  return {
    hrefOf: (id: string) => `${pathname}${stringifySearch({ ...search, [name]: id })}`,
    open: (id: string) =>
      void navigate({
        to: '.',
        search: withId(id),
        state: (state) => ({ ...state, isOpening: true }),
        // Going from one to another keeps Back leading to the page.
        replace: opened !== undefined,
        resetScroll: false,
      }),
    close: () => {
      if (router.history.location.state.isOpening) router.history.back()
      else void navigate({ to: '.', search: withId(undefined), replace: true, resetScroll: false })
    },
  }
}
