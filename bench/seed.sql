-- $leads leads in the first of 21 businesses, a twentieth of that spread over the others; two minutes apart back from now.
-- Run by the administrator before the server's first event.
set session_replication_role = replica;
set synchronous_commit = off;
set maintenance_work_mem = '512MB';

insert into users (id, name, email, status, phone_verified_at)
select b, 'Bench ' || i, 'bench' || i || '@example.test', 'Active', now() from unnest($businesses::uuid[]) with ordinality as x(b, i);
insert into sessions (id, user_id, token_hash, is_remembered, expires_at)
select b, b, sha256(b::text::bytea), true, now() + interval '10 years' from unnest($businesses::uuid[]) b;
insert into businesses (business_id, name) select b, 'Bench ' || i from unnest($businesses::uuid[]) with ordinality as x(b, i);
insert into memberships (business_id, user_id, role) select b, b, 'Owner' from unnest($businesses::uuid[]) b;
insert into campaigns (business_id, id, name) select b, c, 'קמפיין ' || i
from unnest($businesses::uuid[]) b, unnest($campaigns::uuid[]) with ordinality as x(c, i);
insert into lead_statuses (business_id, id, name_he, name_en, hue, type, position, is_default)
select b, s, 'סטטוס ' || i, 'Status ' || i, 'sky', case i when 1 then 'Open' when 7 then 'Won' when 8 then 'Lost' else 'Ongoing' end, i, i = 1
from unnest($businesses::uuid[]) b, unnest($statuses::uuid[]) with ordinality as x(s, i);
insert into api_keys (business_id, id, name, hint, hash, scopes, rate_per_minute)
values (($businesses::uuid[])[1], uuidv7(), 'Bench', 'lk_live_bench', sha256('lk_live_bench'), '{leads:read,leads:write}', 0);

insert into leads (business_id, id, campaign_id, status_id, name, phone, email, source, value, created_at)
select business, uuidv7(-(n * interval '2 minutes')), ($campaigns::uuid[])[1 + abs(hashint4(n)) % 8], ($statuses::uuid[])[1 + abs(hashint4(n + 5)) % 8],
  (array['דנה','יוסי','שרה','משה','רחל','אבי','נועה','Dana','Michael','איתן','Ahmad','Olga'])[1 + abs(hashint4(n * 7)) % 12] || ' ' ||
  (array['כהן','לוי','מזרחי','פרץ','ביטון','Levi','דהן','אברהם','פרידמן','Katz','אזולאי','גבאי','שפירא','Haddad','Petrov'])[1 + abs(hashint4(n * 3)) % 15] || ' ' || substr(md5(n::text), 1, 4),
  '+9725' || lpad((abs(hashint8(n::bigint * 7919)) % 100000000)::text, 8, '0'),
  case when n % 3 = 0 then null else 'u' || md5((n * 31)::text) || '@example.test' end,
  (array['google_ads','meta','website','call','email','api'])[1 + abs(hashint4(n + 11)) % 6],
  case when n % 4 = 0 then 100 * (n % 90000) end, now() - n * interval '2 minutes'
from (select n, ($businesses::uuid[])[case when n % 21 = 0 then 2 + (n / 21) % 20 else 1 end] as business
  from generate_series(1, ($leads * 21 / 20)::int) n) rows;

insert into lead_enquiries (business_id, id, lead_id, at, source, utm)
select business_id, uuidv7(), id, created_at, source, '{"source":"google","medium":"cpc","campaign":"bench"}' from leads;
insert into events (business_id, id, campaign_id, lead_id, name, actor, payload, at)
select business_id, uuidv7(), campaign_id, id, 'lead.created', '{"system":true}',
  jsonb_build_object('leadId', id, 'campaignId', campaign_id, 'source', source, 'counts', '[]'::jsonb), created_at from leads;

with faceted as (
  select l.business_id, f.facet, f.key, day_of(l.created_at) as day, count(*) as total,
    coalesce(sum(l.value) filter (where s.type = 'Won'), 0) as sales
  from leads l join lead_statuses s on s.business_id = l.business_id and s.id = l.status_id,
    lateral (values ('all', ''), ('campaign', l.campaign_id::text), ('status', l.status_id::text), ('source', l.source)) f(facet, key)
  group by 1, 2, 3, 4),
days as (insert into lead_day_counts (business_id, facet, key, day, total, sales) select * from faceted),
months as (insert into lead_month_counts (business_id, facet, key, month, total)
  select business_id, facet, key, month_of(day), sum(total) from faceted group by 1, 2, 3, 4)
insert into lead_counts (business_id, facet, key, total, sales)
select business_id, facet, key, sum(total), sum(sales) from faceted group by 1, 2, 3;

update relay_position set (xid, id) = (select xid, id from events order by events.xid desc, events.id desc limit 1);
