import { sql } from 'kysely'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

export type PublishedFlow = { id: string; version: number; content: FlowContent }
/** Undefined: the flow is not published, or was deleted. */
export async function findPublished(db: Db, businessId: string, flowId: string): Promise<PublishedFlow | undefined> {
  const [row] = await rowsOf<PublishedFlow>(
    db,
    sql`select f.id, f.version, v.content from call_flows f
      join call_flow_versions v on v.business_id = f.business_id and v.flow_id = f.id and v.version = f.version
      where f.business_id = ${businessId} and f.id = ${flowId} and f.deleted_at is null`,
  )
  return row
}
