import { type IntegrationReader, notConnected } from '../integrations/integration.ts'
import { findOwnConnection } from './calendars.service.ts'
import { listOfTeam } from './team.queries.ts'

/** Google Calendar: each person's own; the page shows the caller's account, and whose needs attention. */
export const calendarIntegration: IntegrationReader = {
  key: 'google_calendar',
  async read(deps, { caller }) {
    const { isOffered, connection } = await findOwnConnection(deps, caller)
    if (!isOffered) return undefined
    const team = await listOfTeam(deps.workerDb, caller.businessId)
    if (!team.length) return notConnected
    const lost = team.filter(({ userId, isLost }) => isLost && userId !== caller.userId)
    const own = connection?.state === 'lost' ? 'calendar_lost' : connection?.isBlocking ? 'calendar_failing' : undefined
    const code = own ?? (lost.length ? ('calendars_of_team' as const) : undefined)
    return {
      state: code ? 'attention' : 'connected',
      account: connection?.account ?? null,
      count: team.length,
      since: connection?.since ?? null,
      lastSuccessAt: connection?.lastSuccessAt ?? null,
      problem: code ? { code, names: own ? [] : lost.map(({ name }) => name) } : null,
    }
  },
}
