import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { newAddressToken, tokenInAddress } from '../../../../platform/ids.ts'
import { findOrInsertToken } from './reply-addresses.queries.ts'

const PREFIX = 'reply+'

/** The address to which the lead answers; it is made once. Undefined if this installation receives no mail. */
export async function replyAddressOf({ env }: Pick<Deps, 'env'>, tx: Db, of: { businessId: string; leadId: string }) {
  if (!env.mailIn) return undefined
  const token = await findOrInsertToken(tx, of.businessId, { leadId: of.leadId, token: newAddressToken() })
  return `${PREFIX}${token}@${env.mailIn.domain}`
}

/** The token in an address of ours. */
export const tokenIn = (domain: string, address: string) => tokenInAddress(address, { prefix: PREFIX, domain })
