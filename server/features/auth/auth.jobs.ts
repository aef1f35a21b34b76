import { z } from 'zod'
import { RESET_LINK_HOURS } from '#contract/auth.ts'
import { id } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { job } from '../../platform/jobs/job.ts'
import { queueMessage } from '../messages/messages.service.ts'
import { findAccountByEmail } from './accounts.queries.ts'
import { resetMail } from './auth.messages.ts'
import { insertReset } from './auth.queries.ts'
import { hashOf, newSecret } from './auth.tokens.ts'

const HOUR_MS = 3_600_000

/** Sends a reset link if the address has an account. A second run leaves a link that nobody is told of. */
export const sendResetLink = job({
  name: 'sendResetLink',
  payload: z.object({ requestId: id, email: z.string(), isLocal: z.boolean() }),
  maxAttempts: 5,
  async run({ env, tenants, now }: Deps, { requestId, email, isLocal }) {
    const account = await findAccountByEmail(tenants.pool, email)
    if (!account || (account.isDemo && !isLocal)) return
    const token = newSecret()
    const expiresAt = new Date(now().getTime() + RESET_LINK_HOURS * HOUR_MS)
    const url = `${env.publicUrl}/auth/recover-password?token=${token}`
    await tenants.pool.transaction().execute(async (tx) => {
      await insertReset(tx, { tokenHash: hashOf(token), userId: account.id, expiresAt })
      await queueMessage(tx, { ...resetMail(account.language, { email, url }), dedupeKey: `reset ${requestId}` })
    })
  },
})

export const authJobs = [sendResetLink]
