import { useWindowEvent } from '@mantine/hooks'

/** Elements that handle Space themselves. */
const OWN_SPACE =
  'input, textarea, select, button, a, summary, [contenteditable="true"], [role="menu"], [role="listbox"], [role="slider"]'

/** Space plays and pauses, unless the focused element handles it. */
export function usePlayerKeys(toggle: () => void) {
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : null
    const isSlider = target?.matches('[role="slider"]')
    if (event.code !== 'Space' || event.repeat || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (!isSlider && target?.closest(OWN_SPACE)) return
    event.preventDefault()
    toggle()
  })
}
