import { useEffect, useRef } from 'react'

type Keys = Record<string, (event: KeyboardEvent) => void>

const SEQUENCE_MS = 1_000
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Letters by the position of the key, so that shortcuts work with a Hebrew layout as well: `KeyN`, `Slash`, `KeyG KeyL`. */
const nameOf = ({ code, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  `${ctrlKey || metaKey ? 'Mod+' : ''}${shiftKey ? 'Shift+' : ''}${code}`

/** Shortcuts of the mounted screen. Keys typed into a field are left alone, except those with Ctrl or ⌘. */
export function useHotkeys(keys: Keys) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    let first = ''
    let at = 0
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.repeat) return
      const name = nameOf(event)
      if (isTyping(event.target) && !name.startsWith('Mod+')) return
      const pair = event.timeStamp - at < SEQUENCE_MS ? latest.current[`${first} ${name}`] : undefined
      const act = pair ?? latest.current[name]
      first = name
      at = event.timeStamp
      if (!act) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
