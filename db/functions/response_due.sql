-- When a lead that came at `since` has waited the target of its campaign in working minutes. Null without a target, or where
-- open_periods holds too little. Not a plain SQL function, because intake calls it for each lead, and its plans are kept.
create function response_due(business uuid, campaign uuid, since timestamptz, target int)
  returns timestamptz language plpgsql stable parallel safe as $$
declare
  remaining interval := make_interval(mins => target);
  -- Whose hours count.
  of_owner uuid;
  one record;
begin
  if target is null then return null; end if;
  of_owner := coalesce((select w.owner_id from working_hours w
    where w.business_id = business and w.owner_id = campaign and w.hours is not null), business);
  for one in
    select greatest(p.opens_at, since) as opens_at, p.closes_at from open_periods p
    where p.business_id = business and p.owner_id = of_owner and p.closes_at > since
      -- Of the periods that open before, only the last can be open then.
      and p.opens_at >= coalesce((select max(b.opens_at) from open_periods b
        where b.business_id = business and b.owner_id = of_owner and b.opens_at <= since), since)
    order by p.opens_at
  loop
    if one.closes_at - one.opens_at >= remaining then return one.opens_at + remaining; end if;
    remaining := remaining - (one.closes_at - one.opens_at);
  end loop;
  return null;
end $$;
