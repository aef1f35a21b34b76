-- A new address for an account, until both the old and the new one have confirmed it. One at a time for each person.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null check (email = lower(email)),
  -- Hashes of the links' secrets: one went to each address.
  old_hash bytea not null unique,
  new_hash bytea not null unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz not null
);

-- Accounts belong to no tenant.
grant select, insert, update, delete on email_changes to leadline_app;
grant select, delete on email_changes to leadline_worker;
