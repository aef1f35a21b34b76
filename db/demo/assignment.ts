import { sql } from 'kysely'
import type { AssignmentRule } from '../../contract/leads/assignment/assignment-shapes.ts'
import { noSpeedToLead, type SpeedToLead } from '../../contract/leads/speed-to-lead/speed-to-lead.ts'
import type { Db } from '../../server/platform/db/db.ts'
import type { PersonKey } from './people.ts'

type Who = { userId: (key: PersonKey) => string; campaigns: readonly string[] }
/** The kitchens by weight, handed over once if late, and rung for; the flats in turn; and the most open leads of one person. */
export function makeAssignment(businessId: string, { userId, campaigns: [kitchens, flats] }: Who) {
  const members = (...weights: [PersonKey, number][]) =>
    weights.map(([key, weight]) => ({ userId: userId(key), weight }))
  const rules: [string | undefined, AssignmentRule][] = [
    [
      kitchens,
      {
        ...{ mode: 'weighted', members: members(['lead', 3], ['owner', 1]) },
        ...{ onShiftOnly: true, knownFirst: true, waits: true },
        escalation: { userIds: [], leads: true, owners: true, handOvers: 1 },
      },
    ],
    [
      flats,
      {
        ...{ mode: 'roundRobin', members: members(['writer', 1], ['lead', 1], ['owner', 1]) },
        ...{ onShiftOnly: true, knownFirst: true, waits: true, escalation: null },
      },
    ],
  ]
  return {
    assignmentRules: rules.flatMap(([campaignId, rule]) =>
      campaignId ? [{ business_id: businessId, campaign_id: campaignId, rule: JSON.stringify(rule), version: 1 }] : [],
    ),
    speedToLead: kitchens ? [speedOf(businessId, kitchens)] : [],
    leadCapacities: [{ business_id: businessId, user_id: userId('lead'), open_max: 120 }],
  }
}

/** Leads of forms and the API ring. */
const speedOf = (businessId: string, campaignId: string) => {
  const settings: SpeedToLead = { ...noSpeedToLead, isOn: true, ringSeconds: 25 }
  return { business_id: businessId, campaign_id: campaignId, settings: JSON.stringify(settings), version: 1 }
}

/** Counts the clocks of the first response of all leads. */
export const countClocks = (tx: Db, businessId: string) =>
  sql`update leads l set response_due_at = response_due(l.business_id, l.campaign_id, l.created_at, c.response_target),
      response_minutes = case when l.first_response_at is not null
        then working_minutes(l.business_id, l.created_at, l.first_response_at, l.campaign_id) end
    from campaigns c where l.business_id = ${businessId} and c.business_id = l.business_id and c.id = l.campaign_id`.execute(
    tx,
  )
