-- From when on what was due at a moment is late: the moment itself if a business is open then, or a campaign of it with hours
-- of its own, else its next opening. The moment itself, too, where open_periods holds no later opening.
create function late_from(business uuid, campaign uuid, due timestamptz)
  returns timestamptz language plpgsql stable parallel safe as $$
begin
  return coalesce((select greatest(p.opens_at, due) from open_period(business, campaign, due) p), due);
end $$;

-- What was due before this moment is late at `at` (late_from): `at` while it is open, else the last closing. `at`, too, where
-- open_periods holds no later opening, and no moment where it holds later ones alone.
create function late_before(business uuid, campaign uuid, at timestamptz)
  returns timestamptz language sql stable parallel safe as $$
  with owner as (
    select coalesce((select w.owner_id from working_hours w
      where w.business_id = business and w.owner_id = campaign and w.hours is not null), business) as id
  ), next as (
    select p.opens_at from owner o join open_periods p on p.business_id = business and p.owner_id = o.id
    where p.opens_at >= at order by p.opens_at limit 1
  ), last as (
    select p.closes_at from owner o join open_periods p on p.business_id = business and p.owner_id = o.id
    where p.opens_at < at order by p.opens_at desc limit 1
  )
  select case when exists (select from next) then least(coalesce((select l.closes_at from last l), '-infinity'), at)
    else at end
$$;
