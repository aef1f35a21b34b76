-- The period that is open at a moment, else the next one, of a business or of a campaign with hours of its own. No row where
-- open_periods holds neither. Not a plain SQL function, because lists call it for each row, and its plans are kept.
create function open_period(business uuid, campaign uuid, at timestamptz)
  returns table (opens_at timestamptz, closes_at timestamptz) language plpgsql stable parallel safe rows 1 as $$
declare
  -- Whose hours count.
  of_owner uuid := coalesce((select w.owner_id from working_hours w
    where w.business_id = business and w.owner_id = campaign and w.hours is not null), business);
begin
  -- Of the periods that open before, only the last can be open then.
  select p.opens_at, p.closes_at into opens_at, closes_at from open_periods p
    where p.business_id = business and p.owner_id = of_owner and p.opens_at <= at order by p.opens_at desc limit 1;
  if closes_at > at then return next; return; end if;
  select p.opens_at, p.closes_at into opens_at, closes_at from open_periods p
    where p.business_id = business and p.owner_id = of_owner and p.opens_at > at order by p.opens_at limit 1;
  if found then return next; end if;
end $$;

-- When a business is open between two moments, or a campaign of it, clipped to these; without a campaign or with one that has
-- no hours of its own, the business counts. Times that open_periods does not hold count as closed. The owner and the first
-- period are read on their own: under row-level security, only a value that is read already narrows the index of open_periods.
create function open_between(business uuid, since timestamptz, until timestamptz, campaign uuid default null)
  returns table (opens_at timestamptz, closes_at timestamptz) language sql stable parallel safe as $$
  with owner as materialized (
    select coalesce((select w.owner_id from working_hours w
      where w.business_id = business and w.owner_id = campaign and w.hours is not null), business) as id
  ), first as materialized (
    -- Of the periods that open before, only the last can be open then.
    select o.id, coalesce((select max(b.opens_at) from open_periods b
      where b.business_id = business and b.owner_id = o.id and b.opens_at <= since), since) as opens_at
    from owner o
  )
  select greatest(p.opens_at, since), least(p.closes_at, until)
  from first f join open_periods p on p.business_id = business and p.owner_id = f.id and p.opens_at >= f.opens_at
  where p.opens_at < until and p.closes_at > since
$$;
