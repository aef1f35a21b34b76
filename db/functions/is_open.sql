-- Whether a business is open at a moment, or a campaign of it; without a campaign or with one that has no hours of its own,
-- the business counts. Times that open_periods does not hold count as closed, but a business for which none are written yet is
-- open.
create function is_open(business uuid, campaign uuid, at timestamptz) returns boolean language sql stable parallel safe as $$
  with owner as (
    select coalesce((select w.owner_id from working_hours w
      where w.business_id = business and w.owner_id = campaign and w.hours is not null), business) as id
  )
  select coalesce((select p.closes_at > at from open_periods p
      where p.business_id = business and p.owner_id = o.id and p.opens_at <= at
      order by p.opens_at desc limit 1),
    not exists (select from working_hours w
      where w.business_id = business and w.owner_id = o.id and w.written_until is not null))
  from owner o
$$;
