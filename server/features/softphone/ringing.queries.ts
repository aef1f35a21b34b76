import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/**
 * Condition that the call's plan rings this person's browser phone. The plan is stored before any phone rings, while
 * the provider reports a leg only after it rings.
 */
const rings = (userId: string) =>
  sql<boolean>`k.plan @> ${JSON.stringify({ steps: [{ legs: [{ kind: 'softphone', userId }] }] })}::jsonb`

/** The caller, lead and campaign of a call, if it rings or has rung this person's phone, or if they make it. */
export const findRinging = (db: Db, businessId: string, { callId, userId }: { callId: string; userId: string }) =>
  db
    .selectFrom('calls as k')
    .leftJoin('leads as l', (join) =>
      join.onRef('l.business_id', '=', 'k.business_id').onRef('l.id', '=', 'k.lead_id').on('l.deleted_at', 'is', null),
    )
    .leftJoin('campaigns as c', (join) =>
      join.onRef('c.business_id', '=', 'k.business_id').onRef('c.id', '=', 'k.campaign_id'),
    )
    .leftJoin('virtual_numbers as n', (join) =>
      join.onRef('n.business_id', '=', 'k.business_id').onRef('n.id', '=', 'k.number_id'),
    )
    .select([
      'k.state',
      'k.caller',
      'k.caller_text as callerText',
      'k.is_test as isTest',
      'k.called',
      'k.phase',
      sql<boolean>`k.made_by is not null`.as('isMade'),
      'l.id as leadId',
      'l.name as leadName',
      'c.id as campaignId',
      'c.name as campaignName',
      'n.phone as numberPhone',
      'n.label as numberLabel',
    ])
    .where('k.business_id', '=', businessId)
    .where('k.id', '=', callId)
    .where((eb) => eb.or([rings(userId), eb('k.made_by', '=', userId)]))
    .executeTakeFirst()
