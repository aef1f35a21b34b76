-- Accounts: people, their sessions, and the ways to sign in. They belong to no business, so they have no policies.

create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  phone text,
  phone_verified_at timestamptz,
  password_hash text,
  status text not null default 'Pending' check (status in ('Active', 'Pending', 'Verified')),
  language text not null default 'he',
  lead_view text not null default 'table',
  image text,
  last_business_id uuid,
  -- Demo people sign in on this machine only.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- Columns of tables with their order, widths and density, in the shape of contract/leads/table-views.ts.
  table_views jsonb not null default '{}' check (jsonb_typeof(table_views) = 'object'),
  erased_at timestamptz,
  -- When the person showed that mail to the address reaches them.
  email_verified_at timestamptz
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Hashes of the refresh token in force and of its predecessor, which still works for a moment after the change.
  token_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null default now(),
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text,
  ip text,
  -- What was given beside or instead of the password; null: the password alone.
  second_factor text check (second_factor in ('code', 'passkey'))
);
create index sessions_of_user on sessions (user_id);

-- Attempts to sign in, codes and recoveries, counted for each account and address by all processes together.
create table attempts (
  key text primary key,
  count int not null,
  until timestamptz not null
);

create table phone_codes (
  user_id uuid primary key references users on delete cascade,
  phone text not null,
  code_hash bytea not null,
  tries int not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Codes mailed to addresses that ask to register. One for each network that asks, so that a stranger elsewhere neither
-- replaces a code nor uses up its tries.
create table email_codes (
  -- Keyed hashes: an address without an account is not stored as text.
  address bytea not null,
  network bytea not null,
  -- Random bytes, which no code matches, if the address has an account.
  code_hash bytea not null,
  tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (address, network)
);
create index email_codes_expired on email_codes (expires_at);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_of_user on password_resets (user_id);

-- A change of an account's address, pending until the old and the new address have confirmed it. One a person.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  email text not null check (email = lower(email)),
  -- Hashes of the tokens in the two links.
  old_hash bytea not null unique,
  new_hash bytea not null unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz not null
);

-- The secret of an authenticator app, sealed with the installation's key. In force once a code confirmed it.
create table two_factor (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The last time step whose code was used: no code works twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins that passed the first factor and await the second. Not a session: it gives access to nothing.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  is_remembered boolean not null,
  tries int not null default 0,
  expires_at timestamptz not null,
  -- For the event of the sign-in.
  first_factor text not null default 'password' check (first_factor in ('password', 'google'))
);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);

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

-- Challenges that were used: each works once. Unused ones need no row, because they are signed.
create table passkey_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);

-- Google accounts by the issuer's subject, because e-mail addresses change hands.
create table google_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  email text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Redirects to Google that have not returned yet. The ticket stays in the browser that left.
create table google_redirects (
  state_hash bytea primary key,
  ticket_hash bytea not null,
  nonce text not null,
  verifier bytea not null,
  is_remembered boolean not null,
  expires_at timestamptz not null
);

-- Returned from Google, with something missing: the password of the existing account, or a phone for a new one.
create table google_returns (
  token_hash bytea primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  is_remembered boolean not null,
  expires_at timestamptz not null
);

grant select, insert, update on users, sessions to leadline_app;
grant select, insert, update, delete on attempts, phone_codes, email_codes, password_resets, email_changes, two_factor,
  recovery_codes, pending_sign_ins, passkeys, passkey_challenges, google_accounts, google_redirects, google_returns to
  leadline_app;
-- An account is erased by emptying it, because events and comments name it.
revoke delete on users from leadline_worker;
grant select on users, sessions, attempts, phone_codes, email_codes, password_resets, email_changes, two_factor,
  recovery_codes, pending_sign_ins, passkeys, passkey_challenges, google_accounts, google_redirects, google_returns to
  leadline_worker;
grant update (email, email_verified_at, erased_at, image, last_business_id, name, password_hash, phone,
  phone_verified_at, table_views) on users to leadline_worker;
grant select on sessions to leadline_search;
