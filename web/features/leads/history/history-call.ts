import { type ComponentType, createContext, useContext } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import type { TimelineFrame } from '../../../ui/display/timeline-item.tsx'

const HistoryCall = createContext<ComponentType<{ businessId: string; call: Call; frame: TimelineFrame }> | undefined>(
  undefined,
)
/** Shows a call in the history; set by the app, because calls are another feature. */
export const HistoryCallProvider = HistoryCall.Provider
export const useHistoryCall = () => useContext(HistoryCall)
