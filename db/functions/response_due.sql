-- When a lead that came at `since` has waited the target of its campaign in working minutes. Null without a target, or where
-- open_periods holds too little. Periods are read only as far as the target.
create function response_due(business uuid, campaign uuid, since timestamptz, target int)
  returns timestamptz language sql stable parallel safe as $$
  with owner as (
    select coalesce((select w.owner_id from working_hours w
      where w.business_id = business and w.owner_id = campaign and w.hours is not null), business) as id
  ), summed as (
    select p.opens_at, p.closes_at,
      sum(extract(epoch from p.closes_at - greatest(p.opens_at, since))) over (order by p.opens_at) as seconds
    from owner o join open_periods p on p.business_id = business and p.owner_id = o.id
    where p.closes_at > since
      -- Of the periods that open before, only the last can be open then.
      and p.opens_at >= coalesce((select max(b.opens_at) from open_periods b
        where b.business_id = business and b.owner_id = o.id and b.opens_at <= since), since)
  )
  select closes_at - make_interval(secs => (seconds - target * 60)::double precision) from summed
  where seconds >= target * 60 order by opens_at limit 1
$$;
