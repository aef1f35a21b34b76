-- The state of an invitation. `ends`: its own expiry, or that of the link by which it was opened.
create function invitation_state(accepted timestamptz, revoked timestamptz, is_answered_for boolean, ends timestamptz,
    at timestamptz) returns text language sql immutable parallel safe return
  case when accepted is not null then 'Accepted' when revoked is not null or not is_answered_for then 'Revoked'
    when ends <= at then 'Expired' else 'Pending' end;
