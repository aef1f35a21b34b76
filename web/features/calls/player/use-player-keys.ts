import { useEffect, useEffectEvent } from 'react'

/** What does something by itself when Space is pressed on it. */
const OWN_SPACE =
  'input, textarea, select, button, a, summary, [contenteditable="true"], [role="menu"], [role="listbox"], [role="slider"]'

/** Space plays and pauses, wherever one is, unless what has the focus wants it. */
export function usePlayerKeys(toggle: () => void) {
  const press = useEffectEvent(toggle)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const isSlider = target?.matches('[role="slider"]')
      if (event.code !== 'Space' || event.repeat || event.defaultPrevented) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (!isSlider && target?.closest(OWN_SPACE)) return
      event.preventDefault()
      press()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
