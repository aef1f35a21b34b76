import { type ComponentType, createContext, useContext } from 'react'

/** Whose meetings: absent for every one in sight. */
export type MeetingsOf = { userId: string | undefined; campaignId: string | undefined }
/** The day's meetings, another feature's. */
export type TodayMeetings = {
  /** How many are listed. */
  useCount: (of: MeetingsOf) => number
  Meetings: ComponentType<{ of: MeetingsOf; id: string }>
}

const Slot = createContext<TodayMeetings>({ useCount: () => 0, Meetings: () => null })
export const TodayMeetingsProvider = Slot.Provider
export const useTodayMeetings = () => useContext(Slot)
