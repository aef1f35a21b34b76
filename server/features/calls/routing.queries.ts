import { sql } from 'kysely'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import type { Db } from '../../platform/db/db.ts'
import { opaqueParam } from '../../platform/db/named-statements.ts'
import type { Caller } from '../../providers/voice/callers.ts'
import type { CallerScreen, RouteFacts } from '../numbers/routing.rules.ts'

type Incoming = {
  connectionId: string
  called: string
  caller: Caller
  now: Date
  /** Undefined: callers are not screened. */
  screenCaller: CallerScreen | undefined
  /** The flow that the call follows. Undefined: the one that the number follows now. */
  content?: FlowContent
}
export type FoundRoute = RouteFacts & {
  numberId: string
  campaignId: string | null
  isFirstTime: boolean
  /** The line test that goes on, if the call may be its own. */
  lineTest: string | null
}

/** Whether a step of the flow asks something; other steps do not make the statement slower. */
const asks = (filter: string) => sql`jsonb_path_exists(c, ${sql.lit(`$.steps[*] ? (${filter})`)})`
const asksOf = (filter: string) => sql`jsonb_path_exists(n.content, ${sql.lit(`$.steps[*] ? (${filter})`)})`

/**
 * Everything that routing needs, in one round trip; undefined: the number is not the connection's. One cached plan serves
 * all calls, because planning takes longer than execution.
 */
export async function findRoute(
  db: Db,
  businessId: string,
  { connectionId, called, caller: { phone: caller, text }, now, screenCaller, content }: Incoming,
) {
  const [own, from] = [opaqueParam(businessId, 'uuid'), opaqueParam(caller, 'text')]
  const at = sql`${now.toISOString()}::timestamptz`
  const screen =
    screenCaller?.(businessId, { caller: caller ?? text, campaignId: sql`n.campaign_id`, now }) ??
    sql`select null::uuid as id`
  const { rows } = await sql<FoundRoute>`
    with number as (
      select n.*, f.id as flow, f.version, v.content, array(select t->>'userId' from jsonb_array_elements(r.targets) t) || v.people as people,
        v.people as campaign_people, array(select t->>'phone' from jsonb_array_elements(r.targets) t where t->>'phone' is not null) as phones
      from virtual_numbers n
        left join call_flows f on f.business_id = n.business_id and f.id = n.flow_id
        left join call_flow_versions p on p.business_id = f.business_id and p.flow_id = f.id and p.version = f.version
        cross join lateral (select c as content, case when ${asks('@.ring.whom.by == "campaign"')}
            then array(select s::text from shift_people(${own}, n.campaign_id) s) else '{}' end as people
          from coalesce(${opaqueParam(content ? JSON.stringify(content) : null, 'jsonb')}, p.content) c
          -- Once, although several columns ask it.
          offset 0) v
        cross join lateral (select case when v.content is null then n.routing->'ring'->'targets'
          else jsonb_path_query_array(v.content, '$.steps[*].ring.whom.targets[*]')
            || jsonb_path_query_array(v.content, '$.steps[*] ? (@.kind == "forward")') end as targets) r
      where n.business_id = ${own} and n.phone = ${opaqueParam(called, 'text')} and n.connection_id = ${opaqueParam(connectionId, 'uuid')}
      order by n.state in ('active', 'paused') desc, n.created_at desc limit 1)
    select n.id as "numberId", n.campaign_id as "campaignId",
      jsonb_build_object('phone', n.phone, 'state', n.state, 'routing', n.routing) as number,
      case when c.id is not null then jsonb_build_object('name', c.name, 'isEnabled', c.is_enabled,
        'startDate', c.start_date, 'endDate', c.end_date) end as campaign,
      ${caller}::text as caller,
      case when n.content is not null then jsonb_build_object('id', n.flow, 'version', n.version, 'content', n.content,
        'isOpen', jsonb_build_object(
          'campaign', case when ${asksOf('@.condition.by == "campaign"')} then is_open(${own}, n.campaign_id, ${at}) end,
          'business', case when ${asksOf('@.condition.by == "business"')} then is_open(${own}, null, ${at}) end,
          'shifts', case when ${asksOf('@.condition.by == "shifts"')} then exists (select from on_shift(${own}, n.campaign_id, ${at})) end),
        'people', n.campaign_people,
        'onShift', case when ${asksOf('@.ring.onShiftOnly == true')} then array(
          select u from unnest(n.people) u where u is not null and is_on_shift(${own}, u::uuid, ${at})) else '{}' end) end as flow,
      case when n.routing->'hours'->>'keepsHolidays' = 'true' or ${asksOf('@.condition.hours.keepsHolidays == true')}
        then jsonb_build_object('city', o.city, 'hours', (select w.hours from working_hours w
          where w.business_id = ${own} and w.owner_id in (n.campaign_id, ${own}) and w.hours is not null
          order by w.owner_id = n.campaign_id desc limit 1)) end as calendar,
      screened.id as "screenedBy",
      array(select m.user_id::text from memberships m
        where m.business_id = ${own} and m.user_id = any(n.people::uuid[]) and m.suspended_at is null) as members,
      array(select s.user_id::text from softphones s
        where s.business_id = ${own} and s.user_id = any(n.people::uuid[]) and s.state = 'away') as away,
      array(select filter_virtual_numbers(n.phones)) as virtual,
      coalesce(
        -- Materialized: with order and limit the planner would walk the newest rows instead of asking for the phone.
        (with theirs as materialized (select k.answered_by, k.started_at from calls k
            where k.business_id = ${own} and k.caller = ${from} and k.answered_by is not null)
          select answered_by from theirs order by started_at desc limit 1),
        -- Ranks leads as ingest_call does: a lead entered by a masked member is last, so a guessed phone routes no call to them.
        (with theirs as materialized (select l.id, l.assigned_to, l.created_at from leads l
            where l.business_id = ${own} and l.phone = ${from} and l.campaign_id = n.campaign_id and l.deleted_at is null
            union all select l.id, l.assigned_to, l.created_at from lead_contacts o
              join leads l on l.business_id = o.business_id and l.id = o.lead_id
            where o.business_id = ${own} and o.value = ${from} and l.campaign_id = n.campaign_id and l.deleted_at is null)
          select assigned_to from theirs order by entered_by_masked_member(${own}, id), created_at desc limit 1))::text as "knownBy",
      case when n.routing->'announcement'->>'firstTimeOnly' = 'true' or ${asksOf('@.firstTimeOnly == true')}
        then exists (select from calls k where k.business_id = ${own} and k.caller = ${from} and k.number_id = n.id
          and k.direction = 'inbound' and k.answered_at is not null) end as "hasSpoken",
      ${caller}::text is not null and not exists (
        select from calls k where k.business_id = ${own} and k.caller = ${from}) as "isFirstTime",
      (select t.id from line_tests t where t.business_id = ${own} and t.number_id = n.id and t.outcome is null
        and ${from} in (t.caller, t.forwarded)) as "lineTest"
    from number n
      -- Nothing comes into a business that has been closed.
      left join businesses o on o.business_id = ${own} and o.closes_at is null
      left join campaigns c on c.business_id = o.business_id and c.id = n.campaign_id and c.deleted_at is null
      left join lateral (${screen}) screened on true`.execute(db)
  return rows[0]
}
