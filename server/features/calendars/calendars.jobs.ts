import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { failureOf } from '../../providers/google/google-errors.ts'
import { unsealToken } from './tokens.ts'

/** Ends a disconnected calendar's channel and tokens at Google, which may be down now. */
export const revokeCalendar = job({
  name: 'revokeCalendar',
  payload: z.object({
    connectionId: z.string(),
    /** The refresh token. */
    sealed: z.string(),
    channel: z.object({ id: z.string(), resourceId: z.string() }).nullable(),
  }),
  maxAttempts: 12,
  run: async ({ calendarProvider, env }: Deps, { connectionId, sealed, channel }) => {
    if (!calendarProvider.isOffered) return
    const google = await calendarProvider.open()
    const refreshToken = unsealToken(env.secretKey, connectionId, sealed)
    try {
      if (channel) {
        const { accessToken } = await google.refresh(refreshToken)
        await google
          .with(accessToken)
          .stop(channel.id, channel.resourceId)
          .catch((error: unknown) => {
            if (failureOf(error) !== 'calendar_gone') throw error
          })
      }
      await google.revoke(refreshToken)
    } catch (error) {
      // Revoked already, by the person.
      if (failureOf(error) === 'unreachable' || failureOf(error) === 'rate') throw error
    }
  },
})
