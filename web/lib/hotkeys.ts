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
/** An open menu or list handles letters itself. */
const isInList = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="menu"], [role="listbox"]') !== null
/** An open dialog covers the screen that the keys act on. */
const hasDialog = () => document.querySelector('[aria-modal="true"]') !== null

/** Letters by physical key, so that shortcuts work in a Hebrew layout, too. */
const nameOf = ({ code, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  `${ctrlKey || metaKey ? 'Mod+' : ''}${shiftKey ? 'Shift+' : ''}${code}`

/** Latest mounted screen first, the frame last. */
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
 * Shortcuts of the mounted screen. Those of the frame (`isFrame`) apply unless the screen has the same key; those with
 * `isAbove` also work beside an open dialog. Keys typed into a field are ignored, except with Ctrl or ⌘.
 */
export const useHotkeys = (keys: Keys, { isFrame = false, isAbove = false } = {}) =>
  useMounted(layers, { keys, isFrame, isAbove })

/** Keys that work now, for the list of keys: the screen's before the frame's. */
export const activeKeys = () => [...new Set(inOrder().flatMap(({ keys }) => Object.keys(keys)))]

const caps: Record<string, string> = { Slash: '/', Escape: 'Esc', Shift: 'Shift' }
const isMac = () => /Mac|iP(hone|ad)/.test(navigator.platform)
/** Key caps of a shortcut: `Mod+KeyK` → `['Ctrl', 'K']`, `KeyG KeyL` → `['G', 'L']`. */
export const capsOf = (key: string) =>
  key === 'Shift+Slash'
    ? ['?']
    : key
        .split(/[+ ]/)
        .map((code) => (code === 'Mod' ? (isMac() ? '⌘' : 'Ctrl') : (caps[code] ?? code.replace(/^(Key|Digit)/, ''))))
