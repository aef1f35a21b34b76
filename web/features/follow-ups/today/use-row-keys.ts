import { useHotkeys } from '../../../lib/hotkeys.ts'
import { actIn, type RowAct } from './row-acts.ts'

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
const current = () => document.activeElement?.closest<HTMLElement>('[data-row]')

/** Moves the focus to the main act of the next or the previous row. */
function move(step: 1 | -1) {
  const all = rows()
  const row = current()
  const next = row ? all[all.indexOf(row) + step] : all[0]
  const target = actIn(next, 'main') ?? actIn(next, 'open') ?? actIn(next, 'done')
  target?.focus()
}
const press = (act: RowAct) => actIn(current() ?? rows()[0], act)?.click()

/** Keys of Today: j and k move, o opens the lead, c does the main act, z snoozes, e is done, x selects. */
export const useRowKeys = () =>
  useHotkeys({
    KeyJ: () => move(1),
    KeyK: () => move(-1),
    KeyO: () => press('open'),
    KeyC: () => press('main'),
    KeyZ: () => press('snooze'),
    KeyE: () => press('done'),
    KeyX: () => press('select'),
  })
