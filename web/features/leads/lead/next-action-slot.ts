import { type ComponentType, createContext, useContext } from 'react'
import type { LeadDetails } from '#contract/leads/leads.ts'

const NextAction = createContext<ComponentType<{ lead: LeadDetails }> | undefined>(undefined)
/** Shows what is to be done next on the lead; set by the app, because follow-ups are another feature. */
export const NextActionProvider = NextAction.Provider
export const useNextAction = () => useContext(NextAction)
