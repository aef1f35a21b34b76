import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { useNameOfLead } from '../fields/lead-name.tsx'
import type { ShownColumn } from './use-board-columns.ts'

type Options = {
  columns: readonly ShownColumn[]
  targetsOf: (lead: Lead) => readonly ShownColumn[]
  move: (lead: Lead, column: ShownColumn) => void
  board: RefObject<HTMLElement | null>
  direction: 'ltr' | 'rtl'
}
const KEEPS_FOCUS_MS = 5_000
type Moving = { id: string; overKey: string | undefined }

/**
 * Moving a card by keys, from its handle: Space lifts it, the arrows choose a column, Space drops it there and Escape
 * leaves it. What happens is said to screen readers.
 */
export function useKeyMove({ columns, targetsOf, move, board, direction }: Options) {
  const { t } = useTranslation('leads')
  const [moving, setMoving] = useState<Moving>()
  const [said, say] = useState('')
  /** The lead whose handle keeps the focus, and until when. */
  const moved = useRef<{ id: string; until: number }>(undefined)
  useEffect(() => {
    if (!moved.current) return
    const { id, until } = moved.current
    const grip = board.current?.querySelector<HTMLElement>(`[data-row="${id}"] [data-grip]`)
    if (grip === document.activeElement) return
    // If a list from before the move arrives late, the card enters its column a second time and has lost the focus
    // again.
    if (document.activeElement !== document.body || Date.now() > until) moved.current = undefined
    else grip?.focus()
  })
  const nameOf = useNameOfLead()
  const end = (text: string) => {
    setMoving(undefined)
    say(text)
  }

  const lift = (lead: Lead) => {
    setMoving({ id: lead._id, overKey: undefined })
    say(t('board.lifted', { name: nameOf(lead) }))
  }
  const drop = (lead: Lead, overKey: string | undefined) => {
    const column = targetsOf(lead).find(({ key }) => key === overKey)
    if (!column) return end(t('board.leftInPlace'))
    moved.current = { id: lead._id, until: Date.now() + KEEPS_FOCUS_MS }
    end(t('board.moved', { name: nameOf(lead), column: column.name }))
    move(lead, column)
  }
  /** Goes to the next column that takes the lead; without one it stays. */
  const go = (lead: Lead, overKey: string | undefined, step: 1 | -1) => {
    const own = columns.findIndex(({ leads }) => leads.some(({ _id }) => _id === lead._id))
    const from = overKey === undefined ? own : columns.findIndex(({ key }) => key === overKey)
    const targets = new Set(targetsOf(lead).map(({ key }) => key))
    for (let at = from + step; at >= 0 && at < columns.length; at += step) {
      const column = columns[at]
      if (!column || !(targets.has(column.key) || at === own)) continue
      setMoving({ id: lead._id, overKey: column.key })
      say(t('board.over', { column: column.name }))
      board.current?.querySelector(`[data-column="${CSS.escape(column.key)}"]`)?.scrollIntoView?.({
        block: 'nearest',
        inline: 'nearest',
      })
      return
    }
  }

  const onKey = (event: KeyboardEvent, lead: Lead) => {
    const isHeld = moving?.id === lead._id
    const overKey = moving?.overKey
    const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
    const acts: Record<string, (() => void) | undefined> = {
      ' ': () => (isHeld ? drop(lead, overKey) : lift(lead)),
      Enter: () => (isHeld ? drop(lead, overKey) : lift(lead)),
      Escape: isHeld ? () => end(t('board.leftInPlace')) : undefined,
      [forward]: isHeld ? () => go(lead, overKey, 1) : undefined,
      [back]: isHeld ? () => go(lead, overKey, -1) : undefined,
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  // As the board shows it now: it may have changed since it was lifted.
  const held = moving && columns.flatMap(({ leads }) => leads).find(({ _id }) => _id === moving.id)
  return { held, overKey: moving?.overKey, said, onKey }
}
