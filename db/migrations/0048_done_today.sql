-- What a business finished today is listed by the time at which it was finished.
create index follow_ups_closed on follow_ups (business_id, closed_at) where closed_at is not null;
create index calls_returned on calls (business_id, returned_at) where returned_at is not null;
