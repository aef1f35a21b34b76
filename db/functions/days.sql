-- The calendar day of a moment in the product's time zone.
create function day_of(moment timestamptz) returns date language sql immutable parallel safe
  return (moment at time zone 'Asia/Jerusalem')::date;

-- The hour of the week on the clock of the product's time zone, 0 to 167 from Sunday midnight (contract/values/week-hours.ts).
create function hour_of_week(moment timestamptz) returns int language sql immutable parallel safe
  return (extract(dow from moment at time zone 'Asia/Jerusalem') * 24
    + extract(hour from moment at time zone 'Asia/Jerusalem'))::int;

-- The first day of the month that contains the day.
create function month_of(day date) returns date language sql immutable parallel safe
  return date_trunc('month', day::timestamp)::date;

-- The moment at which a day begins.
create function start_of(day date) returns timestamptz language sql immutable parallel safe
  return (day::timestamp) at time zone 'Asia/Jerusalem';
