-- Whether a moment is in quiet hours. Minutes are counted from the start of quiet hours and wrap around at midnight, so
-- the moment is in them if it comes before their end.
create function is_quiet(at timestamptz, quiet_from smallint, quiet_to smallint) returns boolean
  language sql immutable parallel safe return coalesce(
    (floor(extract(epoch from (at at time zone 'Asia/Jerusalem')::time) / 60)::int - quiet_from + 1440) % 1440
      < (quiet_to - quiet_from + 1440) % 1440, false);
