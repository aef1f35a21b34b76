import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { branchesAround } from './flow-rows.ts'

/** Which branches are closed on the screen, and how a row gets the focus. */
export function useShownRows(steps: () => readonly FlowStep[]) {
  const tree = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const open = (...keys: string[]) =>
    flushSync(() => setClosed((before) => new Set([...before].filter((one) => !keys.includes(one)))))
  return {
    tree,
    closed,
    open,
    toggle: (key: string) =>
      setClosed((before) =>
        before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
      ),
    /** Focuses a row; those branches are opened first in which the step stands. */
    show: (key: string, stepId: string | null) => {
      open(...branchesAround(steps(), stepId))
      const row = tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
      row?.focus()
      row?.scrollIntoView({ block: 'nearest' })
    },
  }
}
