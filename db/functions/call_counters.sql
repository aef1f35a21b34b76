-- Deltas of the call counters that the relay has not applied yet; see pending_lead_deltas().
create function pending_call_deltas()
  returns table (campaign_id text, status text, direction text, user_id text, missed_by jsonb, day date, hour int,
    total int, wait bigint, talk bigint)
  language plpgsql stable rows 10 set enable_seqscan = off set max_parallel_workers_per_gather = 0 as $$
begin
  return query
    select step->>'campaignId', step->>'status', step->>'direction', step->>'userId', step->'missedBy',
      (step->>'day')::date, (step->>'hour')::int, (step->>'total')::int, (step->>'wait')::bigint, (step->>'talk')::bigint
    from events e, jsonb_array_elements(e.payload->'calls') step
    where e.business_id = current_business()
      and (e.xid, e.id) > (select p.xid, p.id from relay_position p where p.reader = 'relay');
end $$;

-- The counters that include a call. Lists count calls of both directions; figures of incoming calls leave out what `made`
-- counts, the outgoing calls by status. `hour` is the hour of the week, of incoming calls and of the missed ones among them.
create function call_facets(campaign text, status text, direction text, answered text, missed jsonb, hour int)
  returns table (campaign_id uuid, facet text, key text) language sql immutable parallel safe rows 10 as $$
  select place.id, f.facet, f.key
  from (values ('00000000-0000-0000-0000-000000000000'::uuid), ($1::uuid)) place(id),
    (select 'all', '' union all select 'status', $2 union all select 'made', $2 where $3 = 'outbound'
      union all select 'answered', $4 where $4 is not null
      union all select 'missed', jsonb_array_elements_text($5)
      union all select 'hour', $6::text where $3 = 'inbound' and $6 is not null
      union all select 'hourMissed', $6::text where $3 = 'inbound' and $6 is not null
        and $2 in ('Not Answered', 'Busy', 'Caller Canceled', 'Out of Time')) f(facet, key)
$$;

-- The members whose phones rang without being answered. The same rule as callDelta
-- (server/features/calls/call-deltas.rules.ts).
create function missed_by(business uuid, call uuid, answered boolean) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(distinct a.user_id::text), '[]') from call_attempts a
  where a.business_id = business and a.call_id = call and a.user_id is not null and a.outcome is not null
    and not (answered and a.outcome = 'canceled')
    and not exists (select from call_attempts b
      where b.business_id = business and b.call_id = call and b.user_id = a.user_id and b.bridged)
$$;

-- Compares the daily counters with the calls of those days.
create function call_day_drifts(business uuid, first date, past date) returns setof call_drift language sql stable as $$
  with weighed as (
    select c.campaign_id::text as campaign_id, c.status, c.direction,
      case when c.status = 'Answered' and c.direction = 'inbound' then c.answered_by::text end as user_id,
      case c.direction when 'inbound' then missed_by(business, c.id, c.status = 'Answered') else '[]' end as missed_by,
      day_of(c.started_at) as day, hour_of_week(c.started_at) as hour, 1 as total,
      case when c.status = 'Answered' and c.direction = 'inbound' then coalesce(c.ring_s, 0) else 0 end as wait,
      case when c.status = 'Answered' then c.talk_s else 0 end as talk
    from calls c
    where c.business_id = business and c.started_at >= start_of(first) and c.started_at < start_of(past)
      and c.status is not null and c.campaign_id is not null and not c.is_test
    union all
    select u.campaign_id, u.status, u.direction, u.user_id, u.missed_by, u.day, u.hour, -u.total, -u.wait, -u.talk
    from pending_call_deltas() u where u.day >= first and u.day < past),
  grouped as (
    select w.campaign_id, w.status, w.direction, w.user_id, w.missed_by, w.day, w.hour, sum(w.total) as total,
      sum(w.wait) as wait, sum(w.talk) as talk
    from weighed w group by 1, 2, 3, 4, 5, 6, 7),
  compared as (
    select f.campaign_id, f.facet, f.key, g.day, g.total, g.wait, g.talk
    from grouped g, call_facets(g.campaign_id, g.status, g.direction, g.user_id, g.missed_by, g.hour) f
    union all
    select c.campaign_id, c.facet, c.key, c.day, -c.total, -c.wait, -c.talk
    from (select id from campaigns where business_id = business union all select '00000000-0000-0000-0000-000000000000') k,
      unnest(array['all', 'status', 'made', 'answered', 'missed', 'hour', 'hourMissed']) f(facet), call_day_counts c
    where c.business_id = business and c.campaign_id = k.id and c.facet = f.facet and c.day >= first and c.day < past)
  select 'day', c.campaign_id, c.facet, c.key, c.day, sum(c.total)::bigint, sum(c.wait)::bigint, sum(c.talk)::bigint
  from compared c group by c.campaign_id, c.facet, c.key, c.day
  having sum(c.total) <> 0 or sum(c.wait) <> 0 or sum(c.talk) <> 0
$$;

-- Compares the monthly and all-time counters with the daily ones.
create function call_sum_drifts(business uuid) returns setof call_drift language sql stable as $$
  with compared as (
    select 'month' as level, campaign_id, facet, key, month_of(day) as month, total, wait, talk
      from call_day_counts where business_id = business
    union all select 'month', campaign_id, facet, key, month, -total, -wait, -talk
      from call_month_counts where business_id = business
    union all select 'total', campaign_id, facet, key, null, total, wait, talk from call_day_counts where business_id = business
    union all select 'total', campaign_id, facet, key, null, -total, -wait, -talk from call_counts where business_id = business)
  select level, campaign_id, facet, key, month, sum(total)::bigint, sum(wait)::bigint, sum(talk)::bigint
  from compared group by 1, 2, 3, 4, 5 having sum(total) <> 0 or sum(wait) <> 0 or sum(talk) <> 0
$$;

-- Adds the differences to the counters.
create function repair_call_counters(business uuid, drifts call_drift[]) returns void language sql as $$
  with drift as (select * from unnest(drifts)),
  days as (insert into call_day_counts as c (business_id, campaign_id, facet, day, key, total, wait, talk)
    select business, campaign_id, facet, day, key, total, wait, talk from drift where level = 'day'
    on conflict (business_id, campaign_id, facet, day, key) do update
      set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk),
  months as (insert into call_month_counts as c (business_id, campaign_id, facet, month, key, total, wait, talk)
    select business, campaign_id, facet, day, key, total, wait, talk from drift where level = 'month'
    on conflict (business_id, campaign_id, facet, month, key) do update
      set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk)
  insert into call_counts as c (business_id, campaign_id, facet, key, total, wait, talk)
    select business, campaign_id, facet, key, total, wait, talk from drift where level = 'total'
    on conflict (business_id, campaign_id, facet, key) do update
      set total = c.total + excluded.total, wait = c.wait + excluded.wait, talk = c.talk + excluded.talk
$$;
