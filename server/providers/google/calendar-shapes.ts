import { z } from 'zod'

/** Shapes of Google Calendar's API (v3), as far as they are used. */
const When = z.object({ dateTime: z.string().optional(), date: z.string().optional(), timeZone: z.string().optional() })
const Attendee = z.object({
  email: z.string().optional(),
  displayName: z.string().optional(),
  self: z.boolean().optional(),
  responseStatus: z.enum(['needsAction', 'declined', 'tentative', 'accepted']).catch('needsAction'),
})

export const GoogleEvent = z.object({
  id: z.string(),
  etag: z.string().default(''),
  /** Of deleted events only the id is sure. */
  status: z.string().default('confirmed'),
  start: When.optional(),
  end: When.optional(),
  transparency: z.string().optional(),
  /** Notes of the working place and birthdays are events, too. */
  eventType: z.string().optional(),
  attendees: z.array(Attendee).optional(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).optional() }).optional(),
})
export type GoogleEvent = z.output<typeof GoogleEvent>

export const EventPage = z.object({
  items: z.array(GoogleEvent).default([]),
  /** The calendar's. */
  timeZone: z.string().default('UTC'),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
})
export const CalendarPage = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().default(''),
        summaryOverride: z.string().optional(),
        primary: z.boolean().default(false),
        accessRole: z.string().default(''),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})
export const BusyReply = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      busy: z.array(z.object({ start: z.string(), end: z.string() })).default([]),
      errors: z.array(z.object({ reason: z.string() })).optional(),
    }),
  ),
})
export const Channel = z.object({ resourceId: z.string(), expiration: z.coerce.number().optional() })

/** An event as it is written. */
export type EventBody = {
  status: 'confirmed'
  summary: string
  description: string
  location: string
  start: { dateTime: string; timeZone: string }
  end: { dateTime: string; timeZone: string }
  attendees?: { email: string; displayName: string; responseStatus: string }[]
  source: { title: string; url: string }
  extendedProperties: { private: Record<string, string> }
}
