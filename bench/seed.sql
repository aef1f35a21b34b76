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

-- People of the first business, and eight fields of its own.
insert into users (id, name, email, status, phone_verified_at)
select p, 'Person ' || i, 'person' || i || '@example.test', 'Active', now() from unnest($people::uuid[]) with ordinality as x(p, i);
insert into memberships (business_id, user_id, role) select ($businesses::uuid[])[1], p, 'Admin' from unnest($people::uuid[]) p;
insert into lead_fields (business_id, id, key, name_he, name_en, help_text, type, options, is_decimal, is_required, required_at,
    is_personal, position, has_values)
select ($businesses::uuid[])[1], uuidv7(), key, key, key, '', type,
  coalesce((select jsonb_agg(jsonb_build_object('key', 'o' || o, 'nameHe', 'o' || o, 'nameEn', 'o' || o))
    from generate_series(0, options - 1) o), '[]'), false, false, '{}', false, position, true
from (values ('work', 'choice', 8, 0), ('needs', 'choices', 5, 1), ('size', 'number', 0, 2), ('budget', 'money', 0, 3),
  ('start', 'date', 0, 4), ('urgent', 'yes_no', 0, 5), ('street', 'text', 0, 6), ('site', 'link', 0, 7)) f(key, type, options, position);

insert into leads (business_id, id, campaign_id, status_id, name, phone, email, source, value, created_at, last_activity_at, utm, first_response_at,
  assigned_to, fields)
select business, uuidv7(-(n * interval '2 minutes')), ($campaigns::uuid[])[1 + abs(hashint4(n)) % 20], ($statuses::uuid[])[1 + abs(hashint4(n + 5)) % 8],
  (array['דנה','יוסי','שרה','משה','רחל','אבי','נועה','Dana','Michael','איתן','Ahmad','Olga'])[1 + abs(hashint4(n * 7)) % 12] || ' ' ||
  (array['כהן','לוי','מזרחי','פרץ','ביטון','Levi','דהן','אברהם','פרידמן','Katz','אזולאי','גבאי','שפירא','Haddad','Petrov'])[1 + abs(hashint4(n * 3)) % 15] || ' ' || substr(md5(n::text), 1, 4),
  '+9725' || lpad((abs(hashint8(n::bigint * 7919)) % 100000000)::text, 8, '0'),
  case when n % 3 = 0 then null else 'u' || md5((n * 31)::text) || '@example.test' end,
  (array['google_ads','meta','website','call','email','api'])[1 + abs(hashint4(n + 11)) % 6],
  case when n % 4 = 0 then 100 * (n % 90000) end, now() - n * interval '2 minutes',
  least(now(), now() - n * interval '2 minutes' + abs(hashint4(n + 13)) % 30 * interval '1 day'),
  case when n % 2 = 0 then jsonb_build_object('source', 'google', 'medium', 'cpc', 'campaign', 'bench ' || n % 40) end,
  -- Six of seven are answered, most within an hour.
  case when n % 7 > 0 then least(now(), now() - n * interval '2 minutes' + (1 + abs(hashint4(n + 9)) % 100 / 100.0) * interval '1 second'
    * (array[20, 45, 90, 200, 400, 700, 1500, 3000, 5000, 9000, 20000, 50000, 100000, 400000])[1 + abs(hashint4(n + 3)) % 14]) end,
  case when n % 21 > 0 then ($people::uuid[])[nullif(abs(hashint4(n + 17)) % 9, 0)] end,
  case when n % 21 = 0 then '{}' else jsonb_build_object('work', jsonb_build_array('o' || abs(hashint4(n + 19)) % 8),
    'needs', jsonb_build_array('o' || n % 2, 'o' || 2 + n % 3), 'size', 20 + n % 400, 'budget', 100 * (abs(hashint4(n + 23)) % 90000),
    'start', (date '2026-01-01' + abs(hashint4(n + 29)) % 700)::text, 'urgent', n % 3 = 0,
    'street', 'רחוב ' || substr(md5((n * 37)::text), 1, 8), 'site', 'https://' || substr(md5((n * 41)::text), 1, 10) || '.test') end
from (select n, ($businesses::uuid[])[case when n % 21 = 0 then 2 + (n / 21) % 20 else 1 end] as business
  from generate_series(1, ($leads * 21 / 20)::int) n) rows;

update leads l set has_duplicate_contact = true from (select business_id, phone from leads group by 1, 2 having count(*) > 1) shared
where l.business_id = shared.business_id and l.phone = shared.phone;
insert into lead_choices (business_id, field, option, created_at, lead_id)
select l.business_id, v.key, o.option, l.created_at, l.id from leads l, (values ('work'), ('needs')) v(key),
  jsonb_array_elements_text(l.fields -> v.key) o(option) order by 1, 2, 3, 4, 5;
insert into lead_enquiries (business_id, id, lead_id, at, source, utm)
select business_id, uuidv7(), id, created_at, source, '{"source":"google","medium":"cpc","campaign":"bench"}' from leads;
insert into events (business_id, id, campaign_id, lead_id, name, actor, payload, at)
select business_id, uuidv7(), campaign_id, id, 'lead.created', '{"system":true}',
  jsonb_build_object('leadId', id, 'campaignId', campaign_id, 'source', source, 'counts', '[]'::jsonb), created_at from leads;

select repair_lead_counters(b, array(select d from lead_day_drifts(b, '1900-01-01', '2200-01-01') d)) from unnest($businesses::uuid[]) b;
select repair_lead_counters(b, array(select d from lead_sum_drifts(b) d)) from unnest($businesses::uuid[]) b;

update relay_position set (xid, id) = (select xid, id from events order by events.xid desc, events.id desc limit 1);
