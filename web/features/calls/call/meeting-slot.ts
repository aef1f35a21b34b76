import { type ComponentType, createContext, useContext } from 'react'

/** The lead of a call, with the campaign in which it is. */
export type MeetingOfCall = ComponentType<{ leadId: string; campaignId: string }>

/** Sets a meeting with the lead of a call, another feature's act. */
const Slot = createContext<MeetingOfCall | null>(null)
export const MeetingOfCallProvider = Slot.Provider
export const useMeetingOfCall = () => useContext(Slot)
