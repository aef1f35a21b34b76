/** Meeting status of a lead (specification, section 4). A meeting has every one but the first. */
export const leadMeetingStatuses = [
  'No meeting',
  'Invitation Sent',
  'Received',
  'Meeting Confirmed',
  'Meeting Canceled',
] as const
export type LeadMeetingStatus = (typeof leadMeetingStatuses)[number]
export const meetingStatuses = ['Invitation Sent', 'Received', 'Meeting Confirmed', 'Meeting Canceled'] as const
export type MeetingStatus = (typeof meetingStatuses)[number]
/** What became of a meeting whose time has come. */
export const meetingOutcomes = ['held', 'no_show', 'moved'] as const
export type MeetingOutcome = (typeof meetingOutcomes)[number]
