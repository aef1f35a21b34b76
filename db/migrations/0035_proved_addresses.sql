-- An address of an account counts as the person's own once they showed that mail to it reaches them: as phone_verified_at.
alter table users add column email_verified_at timestamptz;
update users u set email_verified_at = g.linked_at from google_accounts g where g.user_id = u.id and g.email = u.email;
-- Where no text message was sent, the code went by mail.
update users set email_verified_at = created_at
  where email_verified_at is null and phone is not null and phone_verified_at is null
    and status <> 'Pending' and erased_at is null;
grant update (email_verified_at) on users to leadline_worker;
