import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Open modals, the topmost last. */
    modals?: string[]
  }
}

/** The menu and the notification panel: one takes the place of the other (specification, section 2). */
const exclusive: readonly string[] = ['menu', 'notifications']

/**
 * Opening a modal pushes a history entry and closing it pops one, so that Back closes modals first, the topmost before
 * the one below (specification, section 2).
 */
export function useModal(name: string) {
  const router = useRouter()
  const navigate = useNavigate()
  const modals = useLocation({ select: ({ state }) => state.modals })
  const opened = modals?.includes(name) ?? false
  const open = () => {
    const stack = router.state.location.state.modals ?? []
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
    if (router.state.location.state.modals?.at(-1) === name) router.history.back()
  }
  /** Closes it and keeps what it changed in the address, which going back would lose (filters in a drawer). */
  const closeAndKeep = () =>
    void navigate({
      to: '.',
      search: true,
      state: (state) => ({ ...state, modals: (state.modals ?? []).filter((one) => one !== name) }),
      replace: true,
      resetScroll: false,
    })
  return { opened, open, close, closeAndKeep }
}
