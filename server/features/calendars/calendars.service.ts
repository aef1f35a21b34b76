import { z } from 'zod'
import type { CalendarConnection } from '#contract/calendars/calendars.ts'
import { CALENDAR_STALE_MINUTES } from '#contract/calendars/terms.ts'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emitOfAccount } from '../../platform/events/emit.ts'
import type { Person } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { counterOf, type Limit, limitTo } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { addJobs, specOf } from '../../platform/jobs/job.ts'
import { openRedirects } from '../../platform/oauth/redirects.ts'
import { revokeCalendar } from './calendars.jobs.ts'
import * as queries from './connections.queries.ts'
import { sealToken } from './tokens.ts'

const MINUTES = 10
const limit: Limit = { max: 20, seconds: 15 * 60 }

type CalendarDeps = Pick<Deps, 'tenants' | 'workerDb' | 'env' | 'now' | 'onError' | 'calendarProvider'>
type Self = Pick<Person, 'userId' | 'from'>

const ownDb = ({ tenants }: CalendarDeps, userId: string) => tenants.scope({ userId })

async function redirectsOf(deps: CalendarDeps) {
  if (!deps.calendarProvider.isOffered) throw new AppError('not_found')
  const google = await deps.calendarProvider.open().catch((error: unknown) => {
    deps.onError(error)
    throw new AppError('google_url_failed')
  })
  const redirects = openRedirects(deps, google, {
    purpose: 'google calendar',
    minutes: MINUTES,
    kept: z.object({ userId: id }),
    failures: { start: 'google_url_failed', finish: 'google_failed' },
  })
  return { google, redirects }
}

const toConnection = (row: queries.StoredCalendar, now: Date): CalendarConnection => ({
  provider: 'google',
  account: row.account,
  state: row.state,
  since: row.connected_at,
  lastSuccessAt: row.last_success_at,
  lastFailure: row.failure && row.failed_at ? { reason: row.failure, at: row.failed_at } : null,
  isBlocking: isBlocking(row, now),
  isPushed: row.channel_until !== null && Date.parse(row.channel_until) > now.getTime(),
  calendars: row.calendars,
  calendarId: row.calendar_id,
  busyIds: row.busy_ids,
})

/** As the function `lost_calendars` says it. */
const isBlocking = ({ state, last_success_at, connected_at }: queries.StoredCalendar, now: Date) =>
  state === 'lost' || now.getTime() - Date.parse(last_success_at ?? connected_at) > CALENDAR_STALE_MINUTES * 60_000

export async function findOwnConnection(deps: CalendarDeps, { userId }: Self) {
  const row = await queries.findConnection(ownDb(deps, userId), userId)
  return { isOffered: deps.calendarProvider.isOffered, connection: row ? toConnection(row, deps.now()) : null }
}

async function requireOwn(deps: CalendarDeps, { userId }: Self) {
  const { connection } = await findOwnConnection(deps, { userId, from: undefined })
  if (!connection) throw new AppError('calendar_not_connected')
  return connection
}

/** The address of Google's consent page, and a ticket that binds the way back to this tab. */
export async function startConnecting(deps: CalendarDeps, { userId }: Self) {
  await limitTo(deps.tenants.pool, counterOf('calendarTries', userId), limit, deps.now())
  const { redirects } = await redirectsOf(deps)
  return redirects.start({ userId })
}

type Back = { ticket: string; query: string }
/** Connects the main calendar of the account that allowed it, in place of another account. */
export async function finishConnecting(deps: CalendarDeps, caller: Self, back: Back) {
  const { userId, from } = caller
  const { google, redirects } = await redirectsOf(deps)
  const { answer, kept } = await redirects.finish(back)
  if (kept.userId !== userId) throw new AppError('google_failed')
  const { accessToken, refreshToken, until, email, isWhole } = answer
  if (!refreshToken || !isWhole) throw new AppError('google_calendar_failed')
  const calendars = await google
    .with(accessToken)
    .calendars()
    .catch((error: unknown) => {
      deps.onError(error)
      throw new AppError('google_calendar_failed')
    })
  const main = calendars.find(({ isPrimary }) => isPrimary) ?? calendars.find(({ isWritable }) => isWritable)
  if (!main) throw new AppError('google_calendar_failed')
  const now = deps.now().toISOString()
  const { secretKey } = deps.env
  await deps.workerDb.transaction().execute(async (tx) => {
    const known = await queries.lockConnection(tx, userId)
    const isSame = known?.account === email
    const connectionId = isSame ? known.id : newId()
    const tokens = {
      refresh_token: sealToken(secretKey, connectionId, refreshToken),
      access_token: sealToken(secretKey, connectionId, accessToken),
      access_until: until.toISOString(),
    }
    if (isSame) {
      const isThere = calendars.some(({ id: one }) => one === known.calendar_id)
      const renewed = { ...tokens, calendars, ...(!isThere && { calendar_id: main.id }), ...FRESH, due_at: now }
      await queries.updateConnection(tx, { userId, id: connectionId }, { ...renewed, last_success_at: now })
    } else {
      if (known) await removeConnection(tx, known)
      const made = { id: connectionId, account: email, ...tokens, calendars, calendar_id: main.id, now }
      await queries.insertConnection(tx, userId, made)
    }
    await emitOfAccount(tx, { userId, from }, 'account.calendar_connected', {})
  })
  return requireOwn(deps, caller)
}
/** All of the calendar is read next. */
const FRESH = { state: 'active', failure: null, failed_at: null, failures: 0, sync_token: null } as const

/**
 * Deletes the connection; its channel and its tokens end at Google as soon as Google can be reached. Runs as the worker's
 * role, whose transaction contains the job.
 */
export async function removeConnection(tx: Db, row: queries.StoredCalendar) {
  const { id: connectionId, user_id: userId, refresh_token: sealed, channel_id: channelId, channel_resource } = row
  const channel = channelId && channel_resource ? { id: channelId, resourceId: channel_resource } : null
  await addJobs(tx, [specOf(revokeCalendar, { connectionId, sealed, channel })])
  await queries.deleteConnection(tx, userId)
}

type Choice = { calendarId: string; busyIds: readonly string[] }
export async function chooseCalendars(deps: CalendarDeps, caller: Self, { calendarId, busyIds }: Choice) {
  const { userId } = caller
  const now = deps.now().toISOString()
  await ownDb(deps, userId)
    .transaction()
    .execute(async (tx) => {
      const row = await queries.lockConnection(tx, userId)
      if (!row) throw new AppError('calendar_not_connected')
      const chosen = row.calendars.find(({ id: one }) => one === calendarId)
      if (!chosen?.isWritable) throw invalidInput('calendarId', 'invalid_value')
      const others = [...new Set(busyIds)].filter((one) => one !== calendarId)
      if (others.some((one) => !row.calendars.some(({ id: known }) => known === one)))
        throw invalidInput('busyIds', 'invalid_value')
      const isOther = calendarId !== row.calendar_id
      const choice = { calendar_id: calendarId, busy_ids: others, due_at: now }
      const isMended = row.failure === 'calendar_gone' && isOther
      await queries.updateConnection(
        tx,
        { userId, id: row.id },
        {
          ...choice,
          // The channel is of the calendar before.
          ...(isOther && { sync_token: null, channel_renewed_at: null }),
          ...(isMended && FRESH),
        },
      )
    })
  return requireOwn(deps, caller)
}

export async function syncNow(deps: CalendarDeps, caller: Self) {
  const { userId } = caller
  await limitTo(deps.tenants.pool, counterOf('calendarTries', userId), limit, deps.now())
  const db = ownDb(deps, userId)
  const row = await queries.findConnection(db, userId)
  if (!row) throw new AppError('calendar_not_connected')
  await queries.updateConnection(db, { userId, id: row.id }, { due_at: deps.now().toISOString() })
  return requireOwn(deps, caller)
}

export async function disconnectCalendar(deps: CalendarDeps, { userId, from }: Self) {
  await deps.workerDb.transaction().execute(async (tx) => {
    const row = await queries.lockConnection(tx, userId)
    if (!row) return
    await removeConnection(tx, row)
    await emitOfAccount(tx, { userId, from }, 'account.calendar_disconnected', {})
  })
}
