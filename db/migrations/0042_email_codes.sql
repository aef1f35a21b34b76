-- Codes that were mailed to an address which asks to register: the address has no account yet, or none that may be named.
-- One code for each network that asks, so that a stranger elsewhere neither replaces a code nor uses up its tries.
create table email_codes (
  -- Keyed hashes: addresses of people without an account are not kept in clear.
  address bytea not null,
  network bytea not null,
  -- For an address that has an account: random bytes, which no code matches.
  code_hash bytea not null,
  tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (address, network)
);
create index email_codes_expired on email_codes (expires_at);
grant select, insert, update, delete on email_codes to leadline_app;
grant select, delete on email_codes to leadline_worker;
