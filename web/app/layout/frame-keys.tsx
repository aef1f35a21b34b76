import { useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { KEYS_MODAL, PALETTE_MODAL } from '../palette/palette-modal.ts'
import { usePageKeys } from './menu/menu-entries.ts'

const Palette = lazily(() => import('../palette/palette.tsx'), 'Palette')
const KeyList = lazily(() => import('../palette/key-list.tsx'), 'KeyList')

/** Focuses the search field of the screen, if it has one. */
function focusSearch() {
  const field = document.querySelector<HTMLElement>('main input[type="search"]')
  field?.focus()
  return field !== null
}

/** Global shortcuts, with the palette and the list of keys, each loaded on first use. */
export function FrameKeys() {
  const router = useRouter()
  const pageKeys = usePageKeys()
  const palette = useModal(PALETTE_MODAL)
  const keys = useModal(KEYS_MODAL)
  useHotkeys(
    {
      'Mod+KeyK': () => (palette.opened ? palette.close() : palette.open()),
      Slash: () => focusSearch() || palette.open(),
      'Shift+Slash': keys.open,
      ...Object.fromEntries(pageKeys.map(([keys, href]) => [keys, () => void router.navigate({ href })])),
    },
    { isFrame: true },
  )
  // Stays mounted once opened, so that its closing transition can run.
  const [wasOpened, setOpened] = useState(false)
  if (palette.opened && !wasOpened) setOpened(true)
  return (
    <Suspense>
      {wasOpened && <Palette />}
      {keys.opened && <KeyList />}
    </Suspense>
  )
}
