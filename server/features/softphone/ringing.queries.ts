import { type RawBuilder, sql } from 'kysely'
import { EARLIER_COUNTED, EARLIER_SHOWN, type KnownLead } from '#contract/calls/softphone.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { inScope } from '../access/lead-scope.sql.ts'

/**
 * Condition that the call's plan rings this person's browser phone. The plan is stored before any phone rings, while
 * the provider reports a leg only after it rings.
 */
const rings = (userId: string) =>
  sql`k.plan @> ${JSON.stringify({ steps: [{ legs: [{ kind: 'softphone', userId }] }] })}::jsonb`

/** Condition that the call was announced to this person: their phone rings first. */
const isAnnounced = (userId: string) => sql`k.plan @> ${JSON.stringify({ announced: [userId] })}::jsonb`

export type RingingRow = {
  state: string
  caller: string | null
  callerText: string | null
  /** The phone that is called. */
  called: string
  /** Of a call that this person makes: whom it rings now. */
  phase: string | null
  isMade: boolean
  /** A colleague has taken the call over. */
  isPassed: boolean
  isNewLead: boolean
  isTest: boolean
  leadId: string | null
  leadName: string | null
  campaignId: string | null
  campaignName: string | null
  numberPhone: string | null
  numberLabel: string | null
  /** Whether phones ring now, and whether any rang. */
  isRinging: boolean
  wasRung: boolean
  hasGreeting: boolean
  /** Phones are planned to ring. */
  hasSteps: boolean
  isInMenu: boolean
  /** Set while the caller hears music in line. */
  inLineSince: string | null
  /** Null: no lead that the person may read. */
  known: KnownRow | null
}
export type KnownRow = Omit<KnownLead, 'canEdit' | 'lastNote' | 'earlier'> & {
  earlierCount: number
  earlier: KnownLead['earlier']['last']
  lastNote: { text: string; author: string; at: string; mentioned: { _id: string; name: string }[] } | null
}

const ofLead = sql`x.business_id = l.business_id and x.lead_id = l.id`
/** Earlier ended calls of the lead, the newest first. */
const earlier = (columns: RawBuilder<unknown>, limit: number) => sql`select ${columns} from calls x
  where ${ofLead} and x.id <> k.id and not x.is_test and x.status is not null and x.started_at <= k.started_at
  order by x.started_at desc, x.id desc limit ${sql.lit(limit)}`

const known = sql`json_build_object(
  'campaignId', l.campaign_id, 'statusId', l.status_id, 'tags', l.tags,
  'searchTerm', (select x.utm ->> 'term' from lead_enquiries x where ${ofLead} and x.utm ->> 'term' <> ''
    order by x.at desc limit 1),
  'earlierCount', (select count(*) from (${earlier(sql`1`, EARLIER_COUNTED)}) e),
  'earlier', coalesce((select json_agg(json_build_object('at', e.started_at, 'direction', e.direction, 'status', e.status,
      'answeredBy', u.name) order by e.started_at desc, e.id desc)
    from (${earlier(sql`x.id, x.started_at, x.direction, x.status, x.answered_by`, EARLIER_SHOWN)}) e
      left join users u on u.id = e.answered_by), '[]'),
  'lastNote', (select json_build_object('text', x.text, 'author', u.name, 'at', x.at,
      'mentioned', coalesce((select json_agg(json_build_object('_id', m.id, 'name', m.name)) from users m
        where m.id = any(x.mentioned)), '[]'))
    from lead_comments x join users u on u.id = x.user_id where ${ofLead} and x.deleted_at is null
    order by x.at desc, x.id desc limit 1))`

type Asked = { callId: string; userId: string; scope: LeadScope }
/**
 * The caller, lead and campaign of a call, if it rings, will ring first or has rung this person's phone, or if they make it; more of the
 * lead only if the person may read it.
 */
export async function findRinging(db: Db, businessId: string, { callId, userId, scope }: Asked) {
  const [row] = await rowsOf<RingingRow>(
    db,
    sql`select k.state, k.caller, k.caller_text as "callerText", k.called, k.phase,
        k.made_by is not null as "isMade", coalesce(k.passed_to[cardinality(k.passed_to)] <> k.made_by, false) as "isPassed",
        coalesce(k.made_by = ${userId} and k.plan #> '{outgoing,newLead}' is not null and k.plan -> 'talk' is null, false)
          as "isNewLead", k.is_test as "isTest", l.id as "leadId",
        l.name as "leadName", c.id as "campaignId", c.name as "campaignName", n.phone as "numberPhone",
        n.label as "numberLabel", rung.now as "isRinging", rung.ever as "wasRung",
        -- What was decided last begins with a step; before that, the caller has heard the announcement.
        case when k.plan -> 'since' is null
          then k.plan ->> 'announcement' is not null or k.plan #> '{steps,0,said}' is not null
          else k.plan #> array['steps', ((k.plan ->> 'since')::int - 1)::text, 'said'] is not null end as "hasGreeting",
        coalesce(jsonb_array_length(k.plan -> 'steps') > 0, false) as "hasSteps",
        k.plan @> jsonb_build_object('flow', jsonb_build_object('content', jsonb_build_object('steps', jsonb_build_array(
          jsonb_build_object('id', k.plan #> '{flow,at}', 'kind', 'menu'))))) as "isInMenu",
        case when k.plan #> '{flow,waiting,hears}' is not null then k.plan #>> '{flow,waiting,since}' end as "inLineSince",
        case when l.id is not null and ${inScope(scope, sql.raw('l'))} then ${known} end as known
      from calls k
        left join leads l on l.business_id = k.business_id and l.id = k.lead_id and l.deleted_at is null
        left join campaigns c on c.business_id = k.business_id and c.id = k.campaign_id
        left join virtual_numbers n on n.business_id = k.business_id and n.id = k.number_id
        cross join lateral (select coalesce(bool_or(a.ended_at is null and a.outcome is null), false) as now, count(*) > 0 as ever
          from call_attempts a where a.business_id = k.business_id and a.call_id = k.id) rung
      where k.business_id = ${businessId} and k.id = ${callId} and (${rings(userId)} or ${isAnnounced(userId)} or k.made_by = ${userId})`,
  )
  return row
}
