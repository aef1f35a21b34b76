import type { Deps } from '../../../deps.ts'
import type { Projection, StoredEvent } from '../../../platform/events/relay.ts'
import { startPolling } from '../../../platform/jobs/poll-loop.ts'
import { renewChannel } from '../../calendars/channels.service.ts'
import { readBusyCalendars } from '../../calendars/other-calendars.service.ts'
import { runDue } from '../../calendars/syncing.service.ts'
import { wakeForMeetings } from './entries.queries.ts'
import { readChanges } from './inward.service.ts'
import { writeMeetings } from './outward.service.ts'

const POLL_MS = 1_000

type SyncDeps = Pick<Deps, 'workerDb' | 'env' | 'now' | 'onError' | 'calendarProvider' | 'access' | 'busySources'>
/** Keeps meetings and people's calendars at Google the same, in both directions. */
export const startSyncing = (deps: SyncDeps) => startPolling(() => syncCalendars(deps), POLL_MS, deps.onError)

/** First what was done there, then what was done here: who moved a meeting there sees it stay. */
export const syncCalendars = async (deps: SyncDeps): Promise<number> =>
  deps.calendarProvider.isOffered
    ? runDue(deps, async (run) => {
        await readChanges(deps, run)
        await writeMeetings(deps, run)
        await readBusyCalendars(deps, run)
        await renewChannel(deps, run)
      })
    : 0

const ofMember = new Set(['member.changed', 'member.suspended', 'member.resumed', 'member.removed', 'member.left'])
const textsOf = (events: StoredEvent[], name: string) =>
  events.flatMap(({ payload }) => (typeof payload[name] === 'string' ? [payload[name]] : []))

/** What happens to meetings and members makes their calendars due. */
export const calendarProjection: Projection = {
  async apply(tx, { events }) {
    const meetings = events.filter(({ name }) => name.startsWith('meeting.') && name !== 'meeting.soon')
    const members = events.filter(({ name }) => ofMember.has(name))
    if (!meetings.length && !members.length) return
    const now = (meetings.at(-1) ?? members.at(-1))?.at ?? ''
    const [meetingIds, userIds] = [textsOf(meetings, 'meetingId'), textsOf(members, 'userId')]
    await wakeForMeetings(tx, { meetingIds, userIds, now })
  },
}
