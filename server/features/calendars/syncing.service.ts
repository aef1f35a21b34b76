import type { CalendarFailure } from '#contract/calendars/calendars.ts'
import type { Deps } from '../../deps.ts'
import { isTransient } from '../../platform/db/outage.ts'
import { emitOfAccount } from '../../platform/events/emit.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Calendars } from '../../providers/google/google-calendar.ts'
import { failureOf, GoogleError } from '../../providers/google/google-errors.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { requireUser } from '../users/users.service.ts'
import * as queries from './connections.queries.ts'
import { lostMail } from './messages.ts'
import { sealToken, unsealToken } from './tokens.ts'

const AT_ONCE = 4
const MINUTE_MS = 60_000
/** Without a channel changes at Google are asked for; with one, in case that a note was lost. */
const POLL_MS = 5 * MINUTE_MS
const POLL_WITH_CHANNEL_MS = 15 * MINUTE_MS
/** Longer than a run takes, so that a killed process keeps no connection from the others for long. */
const LEASE_MS = 3 * MINUTE_MS
const FIRST_PAUSE_MS = 15_000
const PAUSE_MS_MAX = 30 * MINUTE_MS
/** A token that ends within this time is renewed before. */
const TOKEN_SPARE_MS = MINUTE_MS

export type SyncDeps = Pick<Deps, 'workerDb' | 'env' | 'now' | 'onError' | 'calendarProvider' | 'access'>
/** One comparison of a person's calendar with Google; no other runs at the same time. */
export type CalendarRun = { row: queries.StoredCalendar; calendars: Calendars }

/** Notes from where on changes are read next; `wholeAt`: all of the calendar was read now. */
export const noteRead = (
  { workerDb }: Pick<Deps, 'workerDb'>,
  { row }: CalendarRun,
  { syncToken, wholeAt }: { syncToken: string; wholeAt?: Date },
) =>
  queries.updateConnection(
    workerDb,
    { userId: row.user_id, id: row.id },
    {
      sync_token: syncToken,
      ...(wholeAt && { whole_at: wholeAt.toISOString() }),
    },
  )

/** Runs `work` for connections that are due. Returns how many there were. */
export async function runDue(deps: SyncDeps, work: (run: CalendarRun) => Promise<void>): Promise<number> {
  const at = deps.now().getTime()
  const due = await queries.takeDue(deps.workerDb, {
    now: new Date(at).toISOString(),
    next: new Date(at + POLL_WITH_CHANNEL_MS).toISOString(),
    leasedUntil: new Date(at + LEASE_MS).toISOString(),
    most: AT_ONCE,
  })
  await Promise.all(due.map((row) => runOne(deps, row, work)))
  return due.length
}

async function runOne(deps: SyncDeps, row: queries.StoredCalendar, work: (run: CalendarRun) => Promise<void>) {
  const { workerDb, now } = deps
  const key = { userId: row.user_id, id: row.id }
  try {
    await work({ row, calendars: await openFor(deps, row) })
    const at = now()
    const healthy = { state: 'active' as const, failure: null, failed_at: null, failures: 0 }
    await queries.updateConnection(workerDb, key, { ...healthy, last_success_at: at.toISOString() })
    const live = await queries.findConnection(workerDb, row.user_id)
    const pause = live?.channel_until && Date.parse(live.channel_until) > at.getTime() ? POLL_WITH_CHANNEL_MS : POLL_MS
    await queries.endLease(workerDb, key, new Date(at.getTime() + pause).toISOString())
  } catch (error) {
    await settleFailure(deps, row, error)
  }
}

/** The calendars of a connection, with an access token that is renewed when it ends. */
async function openFor({ workerDb, env, now, calendarProvider }: SyncDeps, row: queries.StoredCalendar) {
  const google = await calendarProvider.open()
  const { id, access_token: sealed, access_until: until } = row
  if (sealed && until && Date.parse(until) - now().getTime() > TOKEN_SPARE_MS)
    return google.with(unsealToken(env.secretKey, id, sealed))
  const renewed = await google.refresh(unsealToken(env.secretKey, id, row.refresh_token))
  await queries.updateConnection(
    workerDb,
    { userId: row.user_id, id },
    {
      access_token: sealToken(env.secretKey, id, renewed.accessToken),
      access_until: renewed.until.toISOString(),
    },
  )
  row.access_token = null
  return google.with(renewed.accessToken)
}

const LOST: readonly CalendarFailure[] = ['revoked', 'permission', 'calendar_gone']
/** The event changed at Google since it was read. */
const isOvertaken = (error: unknown) => error instanceof GoogleError && error.status === 412
/** Of the database or of our own code. A request that failed has a cause. */
const isOwnFault = (error: unknown) =>
  error instanceof AppError ||
  isTransient(error) ||
  (error instanceof Error && 'severity' in error) ||
  (error instanceof TypeError && error.cause === undefined)

async function settleFailure(deps: SyncDeps, row: queries.StoredCalendar, error: unknown) {
  const { workerDb, now, onError } = deps
  const key = { userId: row.user_id, id: row.id }
  const at = now().getTime()
  const later = (ms: number) => new Date(at + ms).toISOString()
  try {
    if (isOvertaken(error)) return void (await queries.postpone(workerDb, key, later(0)))
    if (isOwnFault(error)) {
      onError(error)
      return void (await queries.postpone(workerDb, key, later(MINUTE_MS)))
    }
    if (error instanceof GoogleError && error.status === 401 && row.access_token) {
      // The token ended early; the next run asks for another one.
      await queries.updateConnection(workerDb, key, { access_token: null })
      return void (await queries.postpone(workerDb, key, later(0)))
    }
    const reason = failureOf(error)
    if (reason === 'refused') onError(error)
    const failed = { failure: reason, failed_at: later(0), failures: row.failures + 1 }
    if (LOST.includes(reason)) return await lose(deps, row, failed)
    await queries.updateConnection(workerDb, key, { state: 'failing', ...failed })
    const grown = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** row.failures) * (1 + Math.random() / 4)
    const asked = error instanceof GoogleError ? (error.retryAfter ?? 0) * 1_000 : 0
    await queries.postpone(workerDb, key, later(Math.max(grown, Math.min(asked, PAUSE_MS_MAX))))
  } catch (fault) {
    // The lease ends by itself.
    onError(fault)
  }
}

type Failed = { failure: CalendarFailure; failed_at: string; failures: number }
/** The person is written to once, and their times are blocked until they mend it. */
async function lose({ workerDb }: SyncDeps, row: queries.StoredCalendar, failed: Failed) {
  const { user_id: userId, id, account } = row
  await workerDb.transaction().execute(async (tx) => {
    const known = await queries.lockConnection(tx, userId)
    if (known?.id !== id || known.state === 'lost') return
    await queries.updateConnection(tx, { userId, id }, { state: 'lost', ...failed })
    await queries.postpone(tx, { userId, id }, failed.failed_at)
    const { email, userLanguage } = await requireUser(tx, userId)
    await queueMessage(tx, {
      ...lostMail(userLanguage, { email, account }),
      dedupeKey: `calendar ${id} ${failed.failed_at}`,
    })
    await emitOfAccount(tx, { userId, from: undefined, byThem: false }, 'account.calendar_lost', {})
  })
}
