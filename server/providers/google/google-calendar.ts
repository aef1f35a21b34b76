import type { z } from 'zod'
import { CALENDARS_MAX, type OfferedCalendar } from '#contract/calendars/calendars.ts'
import { type OAuthClient, openCodeFlow } from '../../platform/oauth/code-flow.ts'
import { BusyReply, CalendarPage, Channel, type EventBody, EventPage, GoogleEvent } from './calendar-shapes.ts'
import { errorOf } from './google-errors.ts'

const RIGHT = 'https://www.googleapis.com/auth/'
/** Events of all calendars, when others are busy, and which calendars there are. */
const rights = ['calendar.events', 'calendar.freebusy', 'calendar.calendarlist.readonly'].map((name) => RIGHT + name)
const TIMEOUT_MS = 10_000
const BYTES_MAX = 16_000_000
const PAGE = 2_500
/** Life of a channel, in seconds: a week. */
const CHANNEL_TTL = 604_800

export type GoogleCalendar = ReturnType<typeof openGoogleCalendar>
/** `apiUrl`: of Google Calendar's API, as `https://www.googleapis.com/calendar/v3`. */
export type CalendarAccount = OAuthClient & { apiUrl: string }
export type CalendarTokens = { accessToken: string; until: Date }

const tokensOf = (reply: { access_token: string; expires_in?: number | undefined }, now: Date): CalendarTokens => ({
  accessToken: reply.access_token,
  until: new Date(now.getTime() + (reply.expires_in ?? 3_600) * 1_000),
})

/** Google Calendar of people who allow it, or another service with the same protocol in its place. */
export function openGoogleCalendar({ apiUrl, ...account }: CalendarAccount, redirectUri: string, now: () => Date) {
  const flow = openCodeFlow(account, redirectUri, {
    scope: ['openid', 'email', ...rights].join(' '),
    // Only this gives a refresh token, each time.
    asked: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
  })
  return {
    apiUrl,
    ...flow,
    async exchange(query: string, redirect: Parameters<typeof flow.exchange>[1]) {
      const reply = await flow.exchange(query, redirect)
      const granted = (reply.scope ?? '').split(' ')
      return {
        ...tokensOf(reply, now()),
        email: String(reply.claims()?.email ?? ''),
        refreshToken: reply.refresh_token,
        /** People may allow a part only. */
        isWhole: rights.every((right) => granted.includes(right)),
      }
    },
    refresh: async (token: string) => tokensOf(await flow.refresh(token), now()),
    with: (accessToken: string) => openCalendars(apiUrl, accessToken),
  }
}

type Asked = { method?: string; query?: Record<string, string>; body?: object; etag?: string }

/** The calendars that one access token opens. */
function openCalendars(apiUrl: string, accessToken: string) {
  async function ask(path: string, { method = 'GET', query = {}, body, etag }: Asked = {}) {
    const reply = await fetch(`${apiUrl}${path}?${new URLSearchParams(query)}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(etag && { 'if-match': etag }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await boundedText(reply)
    if (!reply.ok) throw errorOf(reply.status, text, reply.headers.get('retry-after'))
    return text
  }
  const read = async <T extends z.ZodType>(shape: T, path: string, asked?: Asked): Promise<z.output<T>> =>
    shape.parse(JSON.parse(await ask(path, asked)))
  const of = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`
  /** Guests hear of a meeting from us, within the business's quiet for leads, and never from Google. */
  const silent = { sendUpdates: 'none' }

  return {
    async calendars(): Promise<OfferedCalendar[]> {
      const found: OfferedCalendar[] = []
      let pageToken: string | undefined
      do {
        const query = { maxResults: '250', ...(pageToken && { pageToken }) }
        const page = await read(CalendarPage, '/users/me/calendarList', { query })
        found.push(
          ...page.items.map(({ id, summary, summaryOverride, primary: isPrimary, accessRole }) => ({
            ...{ id, name: (summaryOverride ?? summary) || id, isPrimary },
            isWritable: accessRole === 'owner' || accessRole === 'writer',
          })),
        )
        pageToken = page.nextPageToken
      } while (pageToken && found.length < CALENDARS_MAX)
      return found.slice(0, CALENDARS_MAX)
    },
    /** One page of all events from `from` on, or of those that changed since the token. Throws 410 if the token is too old. */
    events: (calendarId: string, at: { from: string } | { syncToken: string }, pageToken?: string) =>
      read(EventPage, of(calendarId), {
        query: {
          singleEvents: 'true',
          maxResults: String(PAGE),
          ...('from' in at ? { timeMin: at.from } : at),
          ...(pageToken && { pageToken }),
        },
      }),
    get: (calendarId: string, id: string) => read(GoogleEvent, `${of(calendarId)}/${id}`),
    insert: (calendarId: string, id: string, event: EventBody) =>
      read(GoogleEvent, of(calendarId), { method: 'POST', query: silent, body: { id, ...event } }),
    /** Throws 412 if the event changed since `etag`. */
    patch: (calendarId: string, id: string, { event, etag }: { event: EventBody; etag?: string | undefined }) =>
      read(GoogleEvent, `${of(calendarId)}/${id}`, {
        ...{ method: 'PATCH', query: silent, body: event },
        ...(etag && { etag }),
      }),
    remove: async (calendarId: string, id: string) =>
      void (await ask(`${of(calendarId)}/${id}`, { method: 'DELETE', query: silent })),
    freeBusy: (calendarIds: readonly string[], { from, to }: { from: string; to: string }) =>
      read(BusyReply, '/freeBusy', {
        method: 'POST',
        body: { timeMin: from, timeMax: to, items: calendarIds.map((id) => ({ id })) },
      }),
    watch: (calendarId: string, { id, token, address }: { id: string; token: string; address: string }) =>
      read(Channel, `${of(calendarId)}/watch`, {
        method: 'POST',
        body: { id, token, address, type: 'web_hook', params: { ttl: String(CHANNEL_TTL) } },
      }),
    stop: async (id: string, resourceId: string) =>
      void (await ask('/channels/stop', { method: 'POST', body: { id, resourceId } })),
  }
}
export type Calendars = ReturnType<typeof openCalendars>

/** Refuses replies that are larger than any that is expected. */
async function boundedText(reply: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of reply.body ?? []) {
    bytes += part.length
    if (bytes > BYTES_MAX) throw new Error('The reply of Google is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
