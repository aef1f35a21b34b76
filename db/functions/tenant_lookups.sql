-- Look-ups by a key, code or token that determines the business. No business is in scope yet, so these functions read across
-- tenants (docs/decisions/0002-tenancy.md).

set local role leadline_search;

-- The API key with this hash, or which had it before it was replaced; `ends_at` is the earlier end of the key and of that hash.
create function find_api_key(wanted bytea)
  returns table (id uuid, business_id uuid, scopes text[], campaign_ids uuid[], rate_per_minute int, is_active boolean,
    is_closing boolean, allowed_addresses text[], ends_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.business_id, k.scopes, k.campaign_ids, k.rate_per_minute, k.is_active, b.closes_at is not null,
    k.allowed_addresses, least(k.expires_at, case when k.hash <> wanted then k.old_hash_until end)
  from api_keys k join businesses b using (business_id)
  where (k.hash = wanted or k.old_hash = wanted) and b.erasing_since is null
$$;

-- The campaign link with this short code; no row if the link or its campaign is deleted.
create function find_campaign_link(wanted text) returns table (business_id uuid, id uuid, url text, utm jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.business_id, l.id, l.url, l.utm
  from campaign_links l join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
  where l.code = wanted and l.deleted_at is null and c.deleted_at is null
$$;

-- The form with this key; no row if its business is closed.
create function find_form(wanted text)
  returns table (id uuid, business_id uuid, campaign_id uuid, key text, name text, languages text[], fields jsonb, texts jsonb,
    allowed_origins text[], redirect_url text, source text, is_enabled boolean, brand jsonb, booking_slug text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.id, f.business_id, f.campaign_id, f.key, f.name, f.languages, f.fields, f.texts, f.allowed_origins, f.redirect_url,
    f.source, f.is_enabled and b.closes_at is null,
    jsonb_build_object('name', coalesce(b.brand_name, b.name), 'image', b.image, 'color', b.brand_color,
      'privacyUrl', b.privacy_url),
    (select p.slug from booking_pages p where p.business_id = f.business_id and p.id = f.booking_page_id and p.is_active)
  from forms f join businesses b using (business_id)
    join campaigns c on c.business_id = f.business_id and c.id = f.campaign_id
  where f.key = wanted and f.deleted_at is null and c.deleted_at is null and b.erasing_since is null
$$;

-- The source of leads whose address has this key.
create function find_lead_source(wanted text)
  returns table (id uuid, business_id uuid, campaign_id uuid, kind text, key text, is_open boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.business_id, s.campaign_id, s.kind, s.key, s.is_enabled and b.closes_at is null
  from lead_sources s join businesses b using (business_id)
    join campaigns c on c.business_id = s.business_id and c.id = s.campaign_id
  where s.key = wanted and s.deleted_at is null and c.deleted_at is null and b.erasing_since is null
$$;

-- The connection with this id, which a webhook's address names.
create function find_connection(wanted uuid)
  returns table (id uuid, business_id uuid, provider text, account text, settings jsonb, secrets jsonb, previous_secret text,
    rotated_at timestamptz, state text, error text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.business_id, c.provider, c.account, c.settings, c.secrets, c.previous_secret, c.rotated_at, c.state, c.error
  from connections c where c.id = wanted
$$;

-- The invitation with this id whose link has this token hash.
create function find_invitation_link(wanted uuid, hash bytea)
  returns table (business_id uuid, expires_at timestamptz, is_mailed boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.business_id, l.expires_at, l.is_mailed from invitation_links l join businesses b using (business_id)
  where l.token_hash = hash and l.invitation_id = wanted and b.erasing_since is null
$$;

-- The business of the meeting with this id whose link has this token hash.
create function find_meeting_link(wanted uuid, hash bytea) returns table (business_id uuid, is_closing boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.business_id, b.closes_at is not null from meeting_links l join businesses b using (business_id)
  where l.token_hash = hash and l.meeting_id = wanted and b.erasing_since is null
$$;

-- The business of the booking page with this slug. `is_closing`: it takes no bookings, whatever the page says.
create function find_booking_page(wanted text) returns table (business_id uuid, page_id uuid, is_closing boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.business_id, p.id, b.closes_at is not null or c.deleted_at is not null
  from booking_pages p join businesses b using (business_id)
    join campaigns c on c.business_id = p.business_id and c.id = p.campaign_id
  where p.slug = wanted and b.erasing_since is null
$$;

-- The id of the invitation whose link has this token hash.
create function find_invitation_of_link(hash bytea) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.invitation_id from invitation_links l join businesses b using (business_id)
  where l.token_hash = hash and b.erasing_since is null
$$;

-- The business of a public join link, by the link's key; no row if the link is disabled or the business is closing.
create function find_join_link(wanted text) returns table (business_id uuid, name text, image text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.business_id, b.name, b.image from join_links l join businesses b using (business_id)
  where l.key = wanted and l.is_enabled and b.closes_at is null
$$;

-- The business of a listed recipient, by the id in the link of a notice.
create function find_business_of_recipient(wanted uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.business_id from listed_recipients r join businesses b using (business_id)
  where r.id = wanted and b.erasing_since is null
$$;

-- When these members of the business are busy by their connected calendars, in their order, without its own meetings: of each
-- person the first `most`, so that the events of one hide no times of others.
create function calendar_times(business uuid, people uuid[], after timestamptz, before timestamptz, most int)
  returns table (user_id uuid, starts_at timestamptz, ends_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.user_id, t.starts_at, t.ends_at
  from memberships m cross join lateral (
    select b.starts_at, b.ends_at from calendar_busy b
    where b.user_id = m.user_id and b.starts_at < before and b.ends_at > after and b.of_business is distinct from business
    order by b.starts_at, b.ends_at limit most) t
  where m.business_id = business and m.user_id = any(people) and business = coalesce(current_business(), business)
  order by t.starts_at, t.ends_at
$$;

-- Of these members of the business, those whose connected calendar says nothing of their times: it is lost, or what is known
-- of it is from before `stale`.
create function lost_calendars(business uuid, people uuid[], stale timestamptz) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.user_id from calendar_connections c
  where c.user_id = any(people) and business = coalesce(current_business(), business)
    and (c.state = 'lost' or coalesce(c.last_success_at, c.connected_at) < stale)
    and exists (select from memberships m where m.business_id = business and m.user_id = c.user_id)
$$;

-- The calendar whose channel this is compares itself with Google at once. Whether the channel is known.
create function wake_calendar(channel uuid, hash bytea, at timestamptz) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  with woken as (
    update calendar_connections set due_at = least(due_at, at) where channel_id = channel and channel_hash = hash returning 1)
  select exists (select from woken)
$$;

-- The person whose feed has this token hash.
create function find_calendar_feed(hash bytea) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.user_id from calendar_feeds f where f.token_hash = hash
$$;

revoke all on function find_api_key, find_campaign_link, find_form, find_lead_source, find_connection, find_invitation_link,
  find_invitation_of_link, find_join_link, find_business_of_recipient, find_meeting_link, find_booking_page from public;
grant execute on function find_api_key, find_campaign_link, find_form, find_lead_source, find_connection, find_invitation_link,
  find_invitation_of_link, find_join_link, find_business_of_recipient, find_meeting_link, find_booking_page to leadline_app;
revoke all on function calendar_times, lost_calendars, wake_calendar, find_calendar_feed from public;
grant execute on function calendar_times, lost_calendars to leadline_app, leadline_worker;
grant execute on function wake_calendar, find_calendar_feed to leadline_app;
reset role;
