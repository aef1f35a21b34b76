import { z } from 'zod'
import { id, time } from '../common.ts'
import { assignmentEvents } from './assignment.ts'
import { businessEvents } from './businesses.ts'
import { callEvents } from './calls/calls.ts'
import { numberEvents } from './calls/numbers.ts'
import { speedToLeadEvents } from './calls/speed-to-lead.ts'
import { campaignEvents } from './campaigns.ts'
import { commentEvents } from './comments.ts'
import { conversationEvents } from './conversations.ts'
import { Actor, type EventEntries } from './events.ts'
import { fileEvents } from './files.ts'
import { followUpEvents } from './follow-ups.ts'
import { formEvents } from './forms.ts'
import { leadFieldEvents } from './lead-fields.ts'
import { leadEvents } from './leads.ts'
import { meetingEvents } from './meetings/meetings.ts'
import { savedViewEvents } from './saved-views.ts'
import { shiftEvents } from './shifts.ts'
import { statusEvents } from './statuses.ts'
import { teamEvents } from './team.ts'
import { workingHoursEvents } from './working-hours.ts'

/** The broadcast events. Every page of the web app loads this part of the catalogue. */
export const liveEntries = {
  ...leadEvents,
  ...assignmentEvents,
  ...speedToLeadEvents,
  ...commentEvents,
  ...conversationEvents,
  ...savedViewEvents,
  ...followUpEvents,
  ...meetingEvents,
  ...fileEvents,
  ...callEvents,
  ...campaignEvents,
  ...formEvents,
  ...statusEvents,
  ...leadFieldEvents,
  ...businessEvents,
  ...numberEvents,
  ...teamEvents,
  ...workingHoursEvents,
  ...shiftEvents,
}
type Entries = typeof liveEntries
export type LiveName = { [N in keyof Entries]: Entries[N]['audience'] extends 'broadcast' ? N : never }[keyof Entries]
const entries: EventEntries = liveEntries
export const liveNames = Object.keys(entries).filter((name) => entries[name]?.audience === 'broadcast') as [
  LiveName,
  ...LiveName[],
]

/** A change in a business. It is sent only to clients that may see it, and carries ids but no personal data. */
export const LiveEvent = z.object({
  /** Position in the event stream; sent back as `after` on reconnect. */
  position: z.string(),
  name: z.enum(liveNames),
  businessId: id,
  campaignId: id,
  leadId: id.optional(),
  callId: id.optional(),
  /** On `call.started`: the caller hears an announcement, after which this person's browser phone rings. */
  willRing: z.literal(true).optional(),
  actor: Actor,
  at: time,
})
export type LiveEvent = z.output<typeof LiveEvent>
export const topicOf = ({ name }: { name: string }) => entries[name]?.topic

/**
 * The event stream, GET /api/events (access: user, query `after`): server-sent events that the client reads with fetch.
 * The server first sends `event: ready` with the position, then `event: change` with a LiveEvent and `event:
 * notification` with a Notification, each with `id: <position>`, and `event: viewers` with ViewersChanged. It sends a comment line every HEARTBEAT_MS, and
 * `event: end` with a reason (expired, revoked, stopping) before it closes the stream. It sends `event: missed` if
 * `after` is too old to catch up; the client then refetches everything.
 */
export const STREAM_PATH = '/events'
export const HEARTBEAT_MS = 25_000
