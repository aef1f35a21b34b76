import { isQuietForLeads } from '#contract/working-hours/quiet-for-leads.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { findQuiet } from '../../lead-quiet/lead-quiet.service.ts'
import { findAllHours } from '../../working-hours/working-hours.service.ts'
import type { Ringable } from './ringable.sql.ts'

type Asked = Pick<Ringable, 'isAtProvider'> & { now: Date }
/**
 * Whether leads are left in peace now. The demo is tried at any hour, and the exchange without a trunk calls no one
 * outside.
 */
export async function isQuiet(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  businessId: string,
  { now, isAtProvider }: Asked,
): Promise<boolean> {
  if (env.demo && !env.hasTrunk && !isAtProvider) return false
  const [{ ofBusiness }, quiet] = [await findAllHours(db, businessId), await findQuiet(db, businessId)]
  return isQuietForLeads(ofBusiness, now, quiet)
}
