import type { Deps } from '../../deps.ts'
import { hashOf } from '../auth/tokens.ts'
import { findLink, findOpened } from './invitations.queries.ts'

type Brought = { id: string; token: string; email: string }

/** Whether a link proves the address: it was mailed there and can still be accepted. */
export async function isMailedTo({ tenants, now }: Deps, { id, token, email }: Brought): Promise<boolean> {
  const link = await findLink(tenants.pool, { id, hash: hashOf(token) })
  if (!link?.isMailed) return false
  const { businessId, expiresAt } = link
  const opened = await findOpened(tenants.scope({ businessId }), businessId, { id, linkEnds: expiresAt, now: now() })
  return opened?.state === 'Pending' && opened.email === email
}
