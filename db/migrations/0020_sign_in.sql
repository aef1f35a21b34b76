-- Ways to sign in beside the password, and a second factor after it. Accounts belong to no tenant.

-- An authenticator app's secret, sealed with the installation's key. Counts from the first right code on.
create table two_factor (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The newest time step whose code was used: no code works twice.
  last_step bigint not null default 0
);
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
-- Who has given the first factor and owes the second one. It is no session and opens nothing.
create table second_steps (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  is_remembered boolean not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index second_steps_of_user on second_steps (user_id);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);
-- Challenges that were answered: each is, once. Those that are not answered need no row, as they are signed.
create table passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

-- A person at Google, by the issuer's own name for them: e-mail addresses change hands.
create table google_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);
-- On the way to Google and back, once. The ticket stays in the browser that went.
create table google_trips (
  state_hash bytea primary key,
  ticket_hash bytea not null,
  nonce text not null,
  verifier bytea not null,
  is_remembered boolean not null,
  expires_at timestamptz not null
);
-- Back from Google, and something is missing still: the password of the account that there is, or a phone for a new one.
create table google_arrivals (
  token_hash bytea primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  is_remembered boolean not null,
  expires_at timestamptz not null
);

alter table sessions
  -- What was given beside the password, or instead of it; null: the password alone.
  add column second_factor text check (second_factor in ('code', 'passkey'));
-- Its members reach it only from sessions that have a second factor.
alter table businesses add column requires_two_factor boolean not null default false;

do $$ declare t text; begin
  foreach t in array array['two_factor', 'recovery_codes', 'second_steps', 'passkeys', 'passkey_challenges',
    'google_accounts', 'google_trips', 'google_arrivals'] loop
    execute format('grant select, insert, update, delete on %I to leadline_app', t);
  end loop;
  -- What is over is removed by a job.
  foreach t in array array['second_steps', 'passkey_challenges', 'google_trips', 'google_arrivals'] loop
    execute format('grant select, delete on %I to leadline_worker', t);
  end loop;
end $$;

-- The person's own businesses that ask for a second factor which this session has not: across tenants, as own_businesses().
grant create on schema public to leadline_search;
grant select on sessions to leadline_search;
set local role leadline_search;
create function locked_businesses(of_session uuid)
  returns table (business_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.business_id from memberships m join businesses b using (business_id)
  where m.user_id = current_person() and b.requires_two_factor and not exists (
    select from sessions s where s.id = of_session and s.user_id = m.user_id and s.second_factor is not null)
$$;
revoke all on function locked_businesses(uuid) from public;
grant execute on function locked_businesses(uuid) to leadline_app;
reset role;
revoke create on schema public from leadline_search;
