-- API keys that end, that are used from given addresses only, and that are replaced (docs/decisions/0089-webhooks.md).

alter table api_keys
  -- Addresses and networks from which the key may be used; null: all.
  add column allowed_addresses text[],
  add column expires_at timestamptz,
  -- The key before the last replacement is accepted until a time.
  add column old_hash bytea,
  add column old_hash_until timestamptz;
create unique index api_keys_old_hash on api_keys (old_hash) where old_hash is not null;
