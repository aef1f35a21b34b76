import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/ids.ts'
import { hashOf, newSecret } from '../auth/tokens.ts'
import { updateChannel } from './connections.queries.ts'
import type { CalendarRun } from './syncing.service.ts'

/** Where Google reports changes. */
export const CALENDAR_HOOK = '/hooks/google-calendar'
/** The part of a channel's life after which the next one is opened. */
const RENEWED_AFTER = 0.8

/**
 * Opens a channel by which Google reports changes of the calendar, before the one before ends, which is then closed. Without
 * one, changes are asked for every few minutes, so that a refusal is no failure.
 */
export async function renewChannel(
  {
    workerDb,
    now,
    env,
    calendarProvider,
    onError,
  }: Pick<Deps, 'workerDb' | 'now' | 'env' | 'calendarProvider' | 'onError'>,
  { row, calendars }: CalendarRun,
) {
  if (!calendarProvider.canPush) return
  const at = now()
  const { channel_id: id, channel_resource: resource, channel_renewed_at: from, channel_until: until } = row
  if (from && until) {
    const [begun, end] = [Date.parse(from), Date.parse(until)]
    if (at.getTime() < begun + (end - begun) * RENEWED_AFTER) return
  }
  try {
    const [channelId, token] = [newId(), newSecret()]
    const { resourceId, expiration } = await calendars.watch(row.calendar_id, {
      ...{ id: channelId, token },
      address: `${env.publicUrl}${CALENDAR_HOOK}`,
    })
    const channel = {
      ...{ id: channelId, hash: hashOf(token), resource: resourceId, from: at.toISOString() },
      until: new Date(expiration ?? at.getTime() + 86_400_000).toISOString(),
    }
    await updateChannel(workerDb, { userId: row.user_id, id: row.id }, channel)
    if (id && resource) await calendars.stop(id, resource).catch(() => undefined)
  } catch (error) {
    onError(error)
  }
}
