import type { GuestMeeting } from '#contract/leads/meetings/guest-meetings.ts'

const address = (page: string, values: Record<string, string>) => `${page}?${new URLSearchParams(values)}`
/** `20261129T083000Z` */
const utc = (at: string) => new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')

export const wazeTo = (place: string) => address('https://waze.com/ul', { q: place, navigate: 'yes' })
export const googleMapsTo = (place: string) =>
  address('https://www.google.com/maps/search/', { api: '1', query: place })

/** Opens a filled-in entry in the guest's Google Calendar; `page` is the guest's page. */
export const googleCalendarOf = (meeting: GuestMeeting, page: string) =>
  address('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: `${meeting.title} · ${meeting.business.name}`,
    dates: `${utc(meeting.startsAt)}/${utc(meeting.endsAt)}`,
    location: meeting.place || meeting.link || '',
    details: [meeting.message, meeting.link, page].filter(Boolean).join('\n'),
  })
