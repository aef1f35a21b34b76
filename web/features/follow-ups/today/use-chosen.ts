import { useState } from 'react'
import type { TodayFollowUp, TodaySection } from '#contract/leads/follow-ups/today.ts'

/** The follow-ups chosen for an action on several. What leaves the list leaves the choice. */
export function useChosen(sections: readonly TodaySection[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const listed = sections.flatMap((section): TodayFollowUp[] => (section.kind === 'followUps' ? section.items : []))
  const toggle = (id: string) =>
    setIds((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id])))
  return {
    items: listed.filter(({ followUp }) => ids.has(followUp._id)),
    has: (id: string) => ids.has(id),
    toggle,
    clear: () => setIds(new Set()),
  }
}
export type ChosenFollowUps = ReturnType<typeof useChosen>
