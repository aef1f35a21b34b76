-- Reads across businesses, always for the person in scope only.

set local role leadline_search;

-- The view that a member's list opens with, if they may still open it.
create function default_view(business uuid, member uuid, of_list text) returns uuid language sql stable as $$
  select d.view_id from saved_view_defaults d join saved_views v on v.business_id = d.business_id and v.id = d.view_id
  where d.business_id = business and d.user_id = member and d.list = of_list and v.deleted_at is null
    and (v.is_shared or v.owner_id = member)
$$;

-- The person's businesses, with the role in each, whether the person may listen to calls in any campaign, and the
-- views that their lists of leads and of calls open with.
create function own_businesses()
  returns table (business_id uuid, name text, email text, image text, is_demo boolean, closes_at timestamptz, role text,
    joined_at timestamptz, hears_calls boolean, default_view uuid, default_call_view uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.business_id, b.name, b.email, b.image, b.is_demo, b.closes_at, m.role, m.joined_at,
    case m.role when 'Owner' then true when 'Admin' then m.hears_calls
      else exists (select from campaign_members c
        where c.business_id = m.business_id and c.user_id = m.user_id and c.hears_calls) end,
    default_view(m.business_id, m.user_id, 'leads'), default_view(m.business_id, m.user_id, 'calls')
  from memberships m join businesses b using (business_id)
  where m.user_id = current_person() and m.suspended_at is null
  order by m.joined_at, b.business_id
$$;

create function own_campaign_roles()
  returns table (business_id uuid, campaign_id uuid, role text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.business_id, c.campaign_id, c.role from campaign_members c where c.user_id = current_person()
$$;

-- The person's pending requests to join a business.
create function own_join_requests()
  returns table (business_id uuid, id uuid, name text, image text, asked_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.business_id, r.id, b.name, b.image, r.asked_at
  from join_requests r join businesses b using (business_id)
  where r.user_id = current_person() and r.decided_at is null and b.erasing_since is null
  order by r.asked_at desc
$$;

-- Businesses that require a second factor that this session has not passed.
create function locked_businesses(of_session uuid)
  returns table (business_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.business_id from memberships m join businesses b using (business_id)
  where m.user_id = current_person() and b.requires_two_factor and not exists (
    select from sessions s where s.id = of_session and s.user_id = m.user_id and s.second_factor is not null)
$$;

-- Businesses that show the person masked contacts.
create function masked_businesses() returns table (business_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.business_id from memberships m
  where m.user_id = current_person() and sees_masked_contacts(m.business_id, m.user_id)
$$;

-- The number of existing businesses that a person created; limited per account.
create function count_businesses_of(person uuid) returns int
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from businesses where created_by = person
$$;

revoke all on function own_businesses, own_campaign_roles, own_join_requests, locked_businesses, masked_businesses,
  count_businesses_of from public;
grant execute on function own_businesses, own_campaign_roles, own_join_requests, locked_businesses, masked_businesses,
  count_businesses_of to leadline_app;
reset role;
