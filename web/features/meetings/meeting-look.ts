import {
  type Icon,
  IconBuilding,
  IconCalendarTime,
  IconCalendarX,
  IconCheck,
  IconCircleCheck,
  IconEye,
  IconHome,
  IconPhone,
  IconSend,
  IconVideo,
  IconX,
} from '@tabler/icons-react'
import type { Meeting, MeetingKind, NoticeChannel } from '#contract/leads/meetings/meeting-shapes.ts'
import type { MeetingOutcome, MeetingStatus } from '#contract/leads/meetings/meeting-statuses.ts'
import { isMasked } from '#contract/values/masks.ts'

export type Look = { Icon: Icon; hue: string }
/** The state of a meeting by three signs: hue, icon, and the edge of its card. */
export const statusLooks: Record<MeetingStatus, Look> = {
  'Invitation Sent': { Icon: IconSend, hue: 'sky' },
  Received: { Icon: IconEye, hue: 'violet' },
  'Meeting Confirmed': { Icon: IconCircleCheck, hue: 'green' },
  'Meeting Canceled': { Icon: IconCalendarX, hue: 'slate' },
}
export const outcomeLooks: Record<MeetingOutcome, Look> = {
  held: { Icon: IconCheck, hue: 'green' },
  no_show: { Icon: IconX, hue: 'red' },
  moved: { Icon: IconCalendarTime, hue: 'slate' },
}
export const kindIcons: Record<MeetingKind, Icon> = {
  phone: IconPhone,
  at_office: IconBuilding,
  at_customer: IconHome,
  video: IconVideo,
}

/** What became of it, once that is recorded, else its status. */
export const lookOf = ({ outcome, status }: Pick<Meeting, 'outcome' | 'status'>): Look =>
  outcome ? outcomeLooks[outcome] : statusLooks[status]
/** Its key below `states`. */
export const stateOf = ({ outcome, status }: Pick<Meeting, 'outcome' | 'status'>) => outcome ?? status

/** The guest has not answered. */
export const isWaiting = ({ status }: Pick<Meeting, 'status'>) => status === 'Invitation Sent' || status === 'Received'

/** How the guest can be written to. */
export const channelsTo = ({ phone, email }: { phone: string | null; email: string | null }): NoticeChannel[] => [
  ...(phone && !isMasked(phone) ? (['sms'] as const) : []),
  ...(email && !isMasked(email) ? (['mail'] as const) : []),
]

export const minutesBetween = ({ startsAt, endsAt }: Pick<Meeting, 'startsAt' | 'endsAt'>) =>
  Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)

/** The guest, as the calendar names them. */
export const nameOf = ({ guest, leadName, title }: Pick<Meeting, 'guest' | 'leadName' | 'title'>) =>
  guest.name || leadName || title
