import { type RouterHistory, useLocation, useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Open modals, the topmost last. */
    modals?: string[]
  }
}

/** The menu and the notification panel: one takes the place of the other (specification, section 2). */
const exclusive: readonly string[] = ['menu', 'notifications']

/**
 * For modals and drawers: whatever covers the page. (Menus and lists that hang at a button are no modals.)
 * Opening a modal pushes a history entry and closing it pops one, so that Back closes modals first, the topmost before
 * the one below (specification, section 2).
 */
export function useModal(name: string) {
  const router = useRouter()
  const navigate = useNavigate()
  const modals = useLocation({ select: ({ state }) => state.modals })
  const opened = modals?.includes(name) ?? false
  const open = () => {
    // The history's own word: the router hears of a closed modal a moment later.
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
 * What was chosen in a modal and stands in the address (filters in a drawer) stays chosen when Back closes the modal,
 * by whichever button: the page's search parameters go down to the entry below.
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
