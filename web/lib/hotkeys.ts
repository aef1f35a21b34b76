import { type Mounted, useMounted } from './mounted.ts'

type Act = (event: KeyboardEvent) => void
/** Handlers by physical key: `KeyN`, `Slash`, `Shift+Slash`, `Mod+KeyK`, or two keys in sequence, `KeyG KeyL`. */
type Keys = Record<string, Act>
type Layer = { keys: Keys; isFrame: boolean; isAbove: boolean }

const SEQUENCE_MS = 1_000
const layers: Mounted<Layer> = new Set()
let first = ''
let at = 0

const NO_TEXT = /^(button|checkbox|radio|range|submit|reset|file|color)$/
const isTyping = (target: EventTarget | null) => {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !NO_TEXT.test(target.type)
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName)
}
/** An open menu or list takes letters for itself. */
const isInList = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="menu"], [role="listbox"]') !== null
/** An open dialog covers what the keys would act on. */
const hasDialog = () => document.querySelector('[aria-modal="true"]') !== null

/** Letters by the position of the key, so that shortcuts work with a Hebrew layout as well. */
const nameOf = ({ code, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  `${ctrlKey || metaKey ? 'Mod+' : ''}${shiftKey ? 'Shift+' : ''}${code}`

/** The screen that came last is asked first, the frame after every screen. */
const inOrder = () =>
  [...layers]
    .map((read) => read())
    .reverse()
    .sort((one, other) => Number(one.isFrame) - Number(other.isFrame))

function listen(event: KeyboardEvent) {
  if (event.defaultPrevented || event.altKey || event.repeat) return
  const name = nameOf(event)
  const isPlain = !name.startsWith('Mod+')
  if (isPlain && (isTyping(event.target) || isInList(event.target))) return
  const isCovered = isPlain && hasDialog()
  const isPair = event.timeStamp - at < SEQUENCE_MS
  const find = (key: string) =>
    inOrder()
      .filter(({ isAbove }) => isAbove || !isCovered)
      .map(({ keys }) => keys[key])
      .find((act) => act !== undefined)
  const act = (isPair ? find(`${first} ${name}`) : undefined) ?? find(name)
  first = name
  at = event.timeStamp
  if (!act) return
  event.preventDefault()
  act(event)
}
window.addEventListener('keydown', listen)

/**
 * Shortcuts of the mounted screen; those of the frame (`isFrame`) hold where the screen has none of its own, those of what
 * lies above dialogs (`isAbove`) beside an open one, too. Keys typed into a field are left alone, except those with Ctrl or ⌘.
 */
export const useHotkeys = (keys: Keys, { isFrame = false, isAbove = false } = {}) =>
  useMounted(layers, { keys, isFrame, isAbove })

/** The keys that work now, those of the screen before those of the frame: what the list of keys shows. */
export const activeKeys = () => [...new Set(inOrder().flatMap(({ keys }) => Object.keys(keys)))]

const caps: Record<string, string> = { Slash: '/', Escape: 'Esc', Shift: 'Shift' }
const isMac = () => /Mac|iP(hone|ad)/.test(navigator.platform)
/** What stands on the keys of one shortcut: `Mod+KeyK` → `['Ctrl', 'K']`, `KeyG KeyL` → `['G', 'L']`. */
export const capsOf = (key: string) =>
  key === 'Shift+Slash'
    ? ['?']
    : key
        .split(/[+ ]/)
        .map((code) => (code === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : (caps[code] ?? code.replace(/^(Key|Digit)/, ''))))
