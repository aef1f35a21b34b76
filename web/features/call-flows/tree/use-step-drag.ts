import { type PointerEvent, useState } from 'react'
import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { type Place, placeOf } from './flow-moves.ts'
import type { FlowRow } from './flow-rows.ts'
import { placesBelow } from './places-below.ts'
import type { FlowEdits } from './use-flow-edits.ts'

type Options = { rows: readonly FlowRow[]; steps: readonly FlowStep[]; edits: FlowEdits }
/** `at`: behind this row; -1: before the first. */
type Drag = { id: string; at: number; depth: number; place: Place }

/** As the rows are indented (flow-tree.module.css). */
const INDENT_REM = 2

/** Moves a step by its handle: the height of the pointer chooses the rows, its distance from the edge the depth. */
export function useStepDrag({ rows, steps, edits }: Options) {
  const [drag, setDrag] = useState<Drag>()

  const under = ({ clientX, clientY }: { clientX: number; clientY: number }): Omit<Drag, 'id'> | undefined => {
    const list = edits.tree.current
    if (!list) return undefined
    const items = [...list.children].slice(0, rows.length)
    const at = items.findLastIndex((item) => {
      const { top, bottom } = item.getBoundingClientRect()
      return clientY > (top + bottom) / 2
    })
    const { left, right } = list.getBoundingClientRect()
    const fromEdge = document.documentElement.dir === 'rtl' ? right - clientX : clientX - left
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const wanted = Math.floor(fromEdge / (INDENT_REM * rem))
    const places = placesBelow(steps, rows[at]).map((place) => ({ place, depth: edits.depthAt(place) }))
    const nearest = places.toSorted((a, b) => Math.abs(a.depth - wanted) - Math.abs(b.depth - wanted))[0]
    return nearest && { at, ...nearest }
  }
  const start = (event: PointerEvent<HTMLElement>, step: FlowStep) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    let to: Omit<Drag, 'id'> | undefined
    const follow = (now: globalThis.PointerEvent) => {
      to = under(now)
      setDrag(to && { id: step.id, ...to })
    }
    handle.addEventListener('pointermove', follow)
    handle.addEventListener(
      'lostpointercapture',
      () => {
        handle.removeEventListener('pointermove', follow)
        setDrag(undefined)
        if (to) edits.moveTo(step, without(steps, step, to.place))
      },
      { once: true },
    )
  }
  return {
    start,
    draggedId: drag?.id,
    /** The depth at which a step would be dropped behind the row. */
    dropAt: (at: number) => (drag?.at === at ? drag.depth : undefined),
  }
}

/** The same place once the step is no longer where it was. */
function without(steps: readonly FlowStep[], step: FlowStep, { parent, index }: Place): Place {
  const from = placeOf(steps, step)
  const isSame = from.parent?.id === parent?.id && from.parent?.branch === parent?.branch
  return { parent, index: isSame && index > from.index ? index - 1 : index }
}
