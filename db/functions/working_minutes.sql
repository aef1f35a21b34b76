-- Minutes between two moments, with their fraction, during which a business is open, or a campaign of it (open_between). Not a
-- plain SQL function, because lists call it for each row, and its plan is kept.
create function working_minutes(business uuid, since timestamptz, until timestamptz, campaign uuid default null)
  returns double precision language plpgsql stable parallel safe as $$
begin
  return (select coalesce(sum(extract(epoch from closes_at - opens_at)), 0)::double precision / 60
    from open_between(business, since, until, campaign));
end $$;
