import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { FlowBranch, FlowContent, FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { depthOf, stepsIn } from '#contract/calls/flows/flow-tree.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { FlowSaver } from '../editor/flow-saver.ts'
import {
  emptyBranch,
  insert,
  type Move,
  moved,
  moveTo,
  type Place,
  placeOf,
  remove,
  renameBranch,
  withBranches,
} from './flow-moves.ts'
import { useShownRows } from './use-shown-rows.ts'

const replaced = (steps: readonly FlowStep[], step: FlowStep) => steps.map((one) => (one.id === step.id ? step : one))

type Gone = { parent: NonNullable<FlowStep['parent']>; gone: readonly FlowStep[][] }
/** With a branch as it was before its key was removed; what else was changed since stays. */
function withBranch(steps: readonly FlowStep[], before: readonly FlowStep[], { parent, gone }: Gone) {
  const owner = steps.find(({ id }) => id === parent.id)
  const was = before.find(({ id }) => id === parent.id)
  if (owner?.kind !== 'menu' || was?.kind !== 'menu') return null
  const { keys, otherwiseAs } = was
  return gone.reduce<FlowStep[] | null>(
    (all, own, index) => all && insert(all, own, { parent, index }),
    replaced(steps, { ...owner, keys, otherwiseAs }),
  )
}

/** Changes of the steps of a flow, and which of its branches are closed on the screen. */
export function useFlowEdits(saver: FlowSaver) {
  const { t } = useTranslation('call-flows')
  const [said, say] = useState('')
  const steps = () => saver.now().content.steps
  const put = (changed: FlowStep[]) => {
    const content: FlowContent = { ...saver.now().content, steps: changed }
    saver.change(content)
  }
  const rows = useShownRows(steps)
  const { show } = rows

  /** Inserts what was removed where it was, or at the end if that place is gone. */
  const putBack = (own: readonly FlowStep[], place: Place) => {
    const [step] = own
    if (!step || steps().some(({ id }) => id === step.id)) return
    const isThere = place.parent === null || steps().some(({ id }) => id === place.parent?.id)
    const all = insert(steps(), own, isThere ? place : { parent: null, index: steps().length })
    if (!all) return
    put(all)
    show(step.id, step.id)
  }
  const takeOut = (step: FlowStep) => {
    const own = withBranches(steps(), step)
    const place = placeOf(steps(), step)
    put(remove(steps(), step))
    toast.success(t('removed', { count: own.length }), { undo: () => putBack(own, place) })
  }
  const place = (step: FlowStep, changed: FlowStep[] | null) => {
    if (!changed) return say(t('notMoved'))
    flushSync(() => put(changed))
    show(step.id, step.id)
    say(t('movedTo', { place: changed.findIndex(({ id }) => id === step.id) + 2 }))
  }

  return {
    ...rows,
    said,
    /** How deep a step would stand there. */
    depthAt: ({ parent }: Place) => {
      const owner = steps().find(({ id }) => id === parent?.id)
      return owner ? depthOf(steps(), owner) + 1 : 0
    },
    change: (step: FlowStep) => put(replaced(steps(), step)),
    /** Shows an error if there is no room. */
    add: (step: FlowStep, at: Place) => {
      const all = insert(steps(), [step], at)
      if (!all) {
        toast.error(t('noRoom'))
        return
      }
      flushSync(() => put(all))
      show(step.id, step.id)
    },
    remove: takeOut,
    move: (step: FlowStep, move: Move) => place(step, moved(steps(), step, move)),
    canMove: (step: FlowStep, move: Move) => moved(steps(), step, move) !== null,
    moveTo: (step: FlowStep, to: Place) => place(step, moveTo(steps(), step, to)),
    rename: (step: FlowStep, from: FlowBranch, to: FlowBranch) =>
      put(renameBranch(replaced(steps(), step), step.id, [from, to])),
    removeBranch: (step: FlowStep, branch: FlowBranch) => {
      const before = steps()
      const parent = { id: step.id, branch }
      const gone = stepsIn(before, parent).map((one) => withBranches(before, one))
      put(replaced(emptyBranch(before, parent), step))
      if (gone.length > 0)
        toast.success(t('removed', { count: gone.flat().length }), {
          undo: () => {
            const all = withBranch(steps(), before, { parent, gone })
            if (all) put(all)
          },
        })
    },
  }
}
export type FlowEdits = ReturnType<typeof useFlowEdits>
