import { type RouterHistory, useLocation, useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Open modals, the topmost last. */
    modals?: string[]
    /** The form whose embed code is open. */
    embeds?: string
  }
}

/** Names the modal of the list of forms with the embed code of one of them. */
export const EMBED_MODAL = 'embed'

/** The menu and the notification panel replace each other (specification, section 2). */
const exclusive: readonly string[] = ['menu', 'notifications']

/**
 * For modals and drawers, which cover the page (not for menus and dropdowns). Opening a modal pushes a history entry
 * and closing it pops one, so that Back closes the topmost modal first (specification, section 2).
 */
export function useModal(name: string) {
  const router = useRouter()
  const navigate = useNavigate()
  const modals = useLocation({ select: ({ state }) => state.modals })
  const opened = modals?.includes(name) ?? false
  const open = () => {
    // Read from the history, because the router learns of a closed modal slightly later.
    const stack: string[] = router.history.location.state.modals ?? []
    if (stack.includes(name)) return
    const below = exclusive.includes(name) ? stack.filter((one) => !exclusive.includes(one)) : stack
    void navigate({
      to: '.',
      search: true,
      state: (state) => ({ ...state, modals: [...below, name] }),
      replace: below.length < stack.length,
      resetScroll: false,
    })
  }
  const close = () => {
    if (router.history.location.state.modals?.at(-1) === name) router.history.back()
  }
  return { opened, open, close }
}

/**
 * Keeps search parameters that were changed in a modal (filters in a drawer) when Back closes it: they are copied to
 * the entry below.
 */
export function keepChoices(history: RouterHistory) {
  let shown = history.location
  return history.subscribe(({ location, action }) => {
    const left = shown
    shown = location
    const depth = ({ state }: typeof location) => state.modals?.length ?? 0
    if (action.type !== 'BACK' || depth(left) <= depth(location)) return
    if (left.pathname !== location.pathname || left.search === location.search) return
    history.replace(`${location.pathname}${left.search}${location.hash}`, location.state)
  })
}
