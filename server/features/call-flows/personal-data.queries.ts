import { sql } from 'kysely'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import type { Db } from '../../platform/db/db.ts'
import type { KnownUser } from '../personal-data.ts'
import { lockFlows } from './call-flows.queries.ts'
import { withoutPerson } from './call-flows.rules.ts'

/** Removes a person's phones from drafts and from all versions. */
export async function erasePersonInFlows(tx: Db, businessId: string, { userId }: KnownUser) {
  await lockFlows(tx, businessId)
  const drafts = await sql<{ id: string; draft: FlowContent }>`
    select id, draft from call_flows where business_id = ${businessId} and strpos(draft::text, ${userId}) > 0`.execute(
    tx,
  )
  for (const { id, draft } of drafts.rows)
    await sql`update call_flows set draft = ${JSON.stringify(withoutPerson(draft, userId))}, revision = revision + 1
      where business_id = ${businessId} and id = ${id}`.execute(tx)
  const versions = await sql<{ id: string; version: number; content: FlowContent }>`
    select flow_id as id, version, content from call_flow_versions
    where business_id = ${businessId} and strpos(content::text, ${userId}) > 0`.execute(tx)
  for (const { id, version, content } of versions.rows)
    await sql`update call_flow_versions set content = ${JSON.stringify(withoutPerson(content, userId))}
      where business_id = ${businessId} and flow_id = ${id} and version = ${version}`.execute(tx)
}
