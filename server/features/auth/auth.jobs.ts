import { z } from 'zod'
import { RESET_LINK_HOURS } from '#contract/auth/auth.ts'
import { id } from '#contract/common.ts'
import { signInRefusals } from '#contract/events/account.ts'
import type { Deps } from '../../deps.ts'
import { emitOfAccount } from '../../platform/events/emit.ts'
import { counterOf, hit, type Limit } from '../../platform/http/rate-limits.ts'
import { job } from '../../platform/jobs/job.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { findAccountByEmail } from './accounts.queries.ts'
import { insertReset } from './auth.queries.ts'
import { resetMail } from './messages.ts'
import { hashOf, newSecret } from './tokens.ts'

const HOUR_MS = 3_600_000

/**
 * Sends a reset link if the address has an account. If the job runs twice, a message that was already queued is kept.
 */
export const sendResetLink = job({
  name: 'sendResetLink',
  payload: z.object({ requestId: id, email: z.string(), mayBeDemo: z.boolean().default(false) }),
  maxAttempts: 5,
  async run({ env, tenants, now }: Deps, { requestId, email, mayBeDemo }) {
    const account = await findAccountByEmail(tenants.pool, email)
    if (!account || (account.isDemo && !mayBeDemo)) return
    const token = newSecret()
    const expiresAt = new Date(now().getTime() + RESET_LINK_HOURS * HOUR_MS)
    const url = `${env.publicUrl}/auth/recover-password?token=${token}`
    await tenants.pool.transaction().execute(async (tx) => {
      await insertReset(tx, { tokenHash: hashOf(token), userId: account.id, expiresAt })
      await queueMessage(tx, { ...resetMail(account.language, { email, url }), dedupeKey: `reset ${requestId}` })
    })
  },
})

/** Log rows of refused sign-ins per account and hour, from all networks together. */
const REFUSALS: Limit = { max: 20, seconds: 3_600 }

/** Logs a refused sign-in in each business of the account, if the account exists. */
export const writeRefusal = job({
  name: 'writeRefusal',
  payload: z.object({
    refusalId: id,
    name: z.enum(['session.refused', 'session.locked_out']),
    reason: z.enum(signInRefusals),
    who: z.union([z.object({ email: z.string() }), z.object({ userId: id })]),
    from: z.object({ ip: z.string(), agent: z.string() }),
  }),
  maxAttempts: 5,
  async run({ tenants, now }: Deps, { refusalId, name, reason, who, from }) {
    const userId = 'userId' in who ? who.userId : (await findAccountByEmail(tenants.pool, who.email))?.id
    if (!userId) return
    await tenants.pool.transaction().execute(async (tx) => {
      if (await hit(tx, counterOf('refusalWritten', refusalId), { max: 1, seconds: REFUSALS.seconds }, now())) return
      if (await hit(tx, counterOf('refusals', userId), REFUSALS, now())) return
      await emitOfAccount(tx, { userId, from, byThem: false }, name, { reason })
    })
  },
})

export const authJobs = [sendResetLink, writeRefusal]
