-- A business's connections with providers of any kind. `account` names the account at the provider, `settings` are in clear,
-- and each of `secrets`, as `previous_secret`, is sealed with the installation's key and written in base64.
alter table voice_connections rename to connections;
alter index voice_connections_pkey rename to connections_pkey;
alter index voice_connections_live rename to connections_live;
alter index voice_connections_id rename to connections_id;
alter table connections drop constraint voice_connections_provider_check;
alter table connections rename column account_sid to account;
alter table connections rename column previous_token to previous_secret;
alter table connections alter column previous_secret type text using encode(previous_secret, 'base64');
alter table connections add column settings jsonb not null default '{}', add column secrets jsonb not null default '{}';
-- Policies hold for the owner as well, and would hide every row.
alter table connections no force row level security;
update connections set
  settings = jsonb_strip_nulls(jsonb_build_object('apiKeySid', api_key_sid)),
  secrets = jsonb_strip_nulls(jsonb_build_object('authToken', encode(nullif(auth_token, ''), 'base64'),
    'apiKeySecret', encode(api_key_secret, 'base64')));
alter table connections force row level security;
alter table connections drop column auth_token, drop column api_key_sid, drop column api_key_secret;
alter table provider_cleanup_tasks alter column auth_token type text using encode(auth_token, 'base64');
