-- What a business has with providers of numbers: tokens that are believed for a while, releases that are tried again, and
-- what is left to be given back of a business that is gone.

alter table voice_connections
  -- Since when the token before is the one before.
  add column rotated_at timestamptz,
  -- Phones in the browser do not dial out through an application of the account.
  drop column application_sid;
update voice_connections set rotated_at = now() where previous_token is not null;

alter table virtual_numbers
  -- Of a release that the provider has not heard of: when it is told again, and how often it was.
  add column release_at timestamptz,
  add column release_tries smallint not null default 0;
update virtual_numbers set release_at = now() where state = 'releasing';
create index virtual_numbers_releasing on virtual_numbers (release_at) where state = 'releasing';

-- What an erased business had at its providers, until they have taken it back. No row says whose it was: the account with
-- its sealed secret, and names that the provider gave.
create table provider_remains (
  id uuid primary key default gen_random_uuid(),
  connection_id uuid not null,
  provider text not null check (provider in ('twilio', 'local')),
  account_sid text not null,
  auth_token bytea not null,
  -- An order: whether it was fulfilled is not known yet.
  kind text not null check (kind in ('number', 'order', 'recording')),
  -- The provider's name for it; of an order the phone.
  sid text not null,
  phone text,
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  unique (connection_id, kind, sid)
);
create index provider_remains_due on provider_remains (due_at);
grant select, insert, update, delete on provider_remains to leadline_worker;

grant create on schema public to leadline_search;
set local role leadline_search;
drop function find_voice_connection(uuid);
create function find_voice_connection(wanted uuid)
  returns table (id uuid, business_id uuid, provider text, account_sid text, auth_token bytea, previous_token bytea,
    rotated_at timestamptz, api_key_sid text, api_key_secret bytea, state text, error text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.business_id, c.provider, c.account_sid, c.auth_token, c.previous_token, c.rotated_at, c.api_key_sid,
    c.api_key_secret, c.state, c.error
  from voice_connections c where c.id = wanted
$$;
revoke all on function find_voice_connection(uuid) from public;
grant execute on function find_voice_connection(uuid) to leadline_app;
reset role;
revoke create on schema public from leadline_search;
