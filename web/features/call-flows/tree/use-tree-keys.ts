import { type KeyboardEvent, useState } from 'react'
import { firstFieldOf } from '../sentences/flow-sentences.ts'
import type { Move } from './flow-moves.ts'
import type { FlowRow } from './flow-rows.ts'
import type { FlowEdits } from './use-flow-edits.ts'

type Options = { rows: readonly FlowRow[]; edits: FlowEdits; onEdit: (id: string, field: string) => void }

/**
 * Keys of the tree: arrows, Home and End go from row to row; Space opens and closes a branch, Enter edits a sentence,
 * Delete removes a step, and Alt with an arrow moves it.
 */
export function useTreeKeys({ rows, edits, onEdit }: Options) {
  const [here, setHere] = useState<string>()
  const focus = (at: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (row) edits.show(row.key, null)
  }
  const act = (event: KeyboardEvent, row: FlowRow) => {
    const at = rows.indexOf(row)
    const step = row.kind === 'step' ? row.step : null
    const deeper = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const shallower = deeper === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    if (event.altKey) {
      const byKey: Record<string, Move> = { ArrowUp: 'up', ArrowDown: 'down', [deeper]: 'in', [shallower]: 'out' }
      const move = byKey[event.key]
      if (!move) return false
      if (step) edits.move(step, move)
      return true
    }
    const isBranch = row.kind === 'branch'
    const acts: Record<string, () => void> = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      [deeper]: () => (isBranch && !row.isOpen ? edits.toggle(row.key) : focus(at + 1)),
      [shallower]: () => (isBranch && row.isOpen ? edits.toggle(row.key) : focus(aboveOf(rows, at))),
      ' ': () => isBranch && edits.toggle(row.key),
      Enter: () => {
        const field = step && firstFieldOf(step)
        if (step && field) onEdit(step.id, field)
        else if (isBranch) edits.toggle(row.key)
      },
      Delete: () => {
        if (!step) return
        edits.remove(step)
        const next = rows[at - 1] ?? rows[at + 1]
        if (next) edits.show(next.key, null)
      },
    }
    const chosen = acts[event.key]
    chosen?.()
    return chosen !== undefined
  }
  return {
    here,
    onFocusRow: setHere,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget } = event
      // Panels of tokens are rendered elsewhere, but their keys arrive here, too.
      if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
      const item = target.closest('[data-row]')
      const row = rows.find(({ key }) => key === item?.getAttribute('data-row'))
      // Keys of the buttons in a row are their own, but Alt with an arrow moves the step.
      if (!row || (target !== item && !event.altKey)) return
      if (act(event, row)) event.preventDefault()
    },
  }
}

/** The row that this one belongs to: of a step the head of its branch, of a branch its step. */
function aboveOf(rows: readonly FlowRow[], at: number): number {
  const row = rows[at]
  if (!row) return at
  for (let above = at - 1; above >= 0; above -= 1) {
    const one = rows[above]
    if (one?.kind === 'branch' && row.kind !== 'branch' && one.depth === row.depth) return above
    if (one?.kind === 'step' && row.kind === 'branch' && one.depth < row.depth) return above
  }
  return at
}
