-- The period that is open at a moment, else the next one, of a business or of a campaign with hours of its own. No row where
-- open_periods holds neither.
create function open_period(business uuid, campaign uuid, at timestamptz)
  returns table (opens_at timestamptz, closes_at timestamptz) language sql stable parallel safe as $$
  select p.opens_at, p.closes_at
  from (select coalesce((select w.owner_id from working_hours w
    where w.business_id = business and w.owner_id = campaign and w.hours is not null), business) as id) o
  join open_periods p on p.business_id = business and p.owner_id = o.id
  where p.closes_at > at
    -- Of the periods that open before, only the last can be open then.
    and p.opens_at >= coalesce((select max(b.opens_at) from open_periods b
      where b.business_id = business and b.owner_id = o.id and b.opens_at <= at), at)
  order by p.opens_at limit 1
$$;

-- When a business is open between two moments, or a campaign of it, clipped to these; without a campaign or with one that has
-- no hours of its own, the business counts. Times that open_periods does not hold count as closed.
create function open_between(business uuid, since timestamptz, until timestamptz, campaign uuid default null)
  returns table (opens_at timestamptz, closes_at timestamptz) language sql stable parallel safe as $$
  select greatest(p.opens_at, since), least(p.closes_at, until)
  from (select coalesce((select w.owner_id from working_hours w
    where w.business_id = business and w.owner_id = campaign and w.hours is not null), business) as id) o
  join open_periods p on p.business_id = business and p.owner_id = o.id
  where p.opens_at < until and p.closes_at > since
    -- Of the periods that open before, only the last can be open then.
    and p.opens_at >= coalesce((select max(b.opens_at) from open_periods b
      where b.business_id = business and b.owner_id = o.id and b.opens_at <= since), since)
$$;
