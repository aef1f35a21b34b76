-- Who is on shift. These functions run with the rights of their caller: the app's role sees the business in scope, the worker's
-- role all businesses. The functions of the contract give the same answer (contract/shifts/person-shifts.ts).

-- The people of a business who can be on shift: active members who are more than a Reader somewhere. Of a campaign its own;
-- if it has none, Owners and Admins.
create function shift_people(business uuid, campaign uuid default null) returns setof uuid language sql stable as $$
  with active as (
    select m.user_id, m.role in ('Owner', 'Admin') as everywhere from memberships m
    where m.business_id = business and m.suspended_at is null
  ), own as (
    select a.user_id from active a join campaign_members c on c.business_id = business and c.user_id = a.user_id
    where campaign is not null and c.campaign_id = campaign and (a.everywhere or c.role <> 'Reader')
  )
  select user_id from own
  union all select user_id from active where campaign is not null and everywhere and not exists (select from own)
  union all select user_id from active a where campaign is null and (everywhere or exists (
    select from campaign_members c join campaigns k on k.business_id = business and k.id = c.campaign_id and k.deleted_at is null
    where c.business_id = business and c.user_id = a.user_id and c.role <> 'Reader'))
$$;

-- Whether a member is on shift at a moment. A member without a plan is always on; times that shift_periods does not hold count
-- as off. Being on call counts where the business says so.
create function is_on_shift(business uuid, person uuid, at timestamptz) returns boolean language sql stable as $$
  select not exists (select from shift_plans p where p.business_id = business and p.user_id = person)
    or exists (select from shift_periods p
      where p.business_id = business and p.user_id = person and p.starts_at <= at and p.ends_at > at
        and (not p.is_on_call or coalesce((select (s.settings->>'onCallCounts')::boolean from shift_settings s
          where s.business_id = business), false)))
$$;

-- The people of a campaign, or without one of the business, who are on shift at a moment.
create function on_shift(business uuid, campaign uuid, at timestamptz) returns setof uuid language sql stable as $$
  select s from shift_people(business, campaign) s where is_on_shift(business, s, at)
$$;
