-- Minutes between two moments, with their fraction, during which a business is open, or a campaign of it (open_between). Not a
-- plain SQL function, because lists call it for each row, and its plan is kept.
create function working_minutes(business uuid, since timestamptz, until timestamptz, campaign uuid default null)
  returns double precision language plpgsql stable parallel safe as $$
begin
  return (select coalesce(sum(extract(epoch from closes_at - opens_at)), 0)::double precision / 60
    from open_between(business, since, until, campaign));
end $$;

-- The last moment since which a business, or a campaign of it with hours of its own, has been open for these minutes until
-- another moment; the first opening that open_periods holds, if it holds fewer. Null where it holds none.
create function worked_since(business uuid, campaign uuid, until timestamptz, minutes int)
  returns timestamptz language plpgsql stable parallel safe as $$
declare
  remaining interval := make_interval(mins => minutes);
  -- Whose hours count.
  of_owner uuid;
  one record;
  first timestamptz;
begin
  of_owner := coalesce((select w.owner_id from working_hours w
    where w.business_id = business and w.owner_id = campaign and w.hours is not null), business);
  for one in
    select p.opens_at, least(p.closes_at, until) as closes_at from open_periods p
    where p.business_id = business and p.owner_id = of_owner and p.opens_at < until order by p.opens_at desc
  loop
    first := one.opens_at;
    if one.closes_at - one.opens_at >= remaining then return one.closes_at - remaining; end if;
    remaining := remaining - (one.closes_at - one.opens_at);
  end loop;
  return first;
end $$;
