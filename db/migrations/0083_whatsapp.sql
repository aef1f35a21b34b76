-- WhatsApp (docs/decisions/0086-whatsapp.md): templates of the account, and what is sent by them.

-- Templates that were read from the business's WhatsApp account stand beside its own.
alter table lead_templates drop constraint lead_templates_channel_check;
alter table lead_templates add constraint lead_templates_channel_check check (channel in ('sms', 'email', 'whatsapp'));
alter table lead_templates
  add column connection_id uuid,
  -- The name at WhatsApp, equal in all languages.
  add column account_name text,
  -- AccountTexts of the contract: by language what WhatsApp has, its state, and the values that were chosen.
  add column account jsonb,
  add check ((channel = 'whatsapp') = (account is not null)),
  add foreign key (business_id, connection_id) references connections;
create unique index lead_templates_of_account on lead_templates (business_id, connection_id, account_name)
  where account_name is not null and deleted_at is null;

alter table lead_messages
  -- The template of WhatsApp by which a message is sent, with the values: SentTemplate of the provider.
  add column template json;
-- The 24 hours within which a person may be answered freely.
create index lead_messages_by_whatsapp on lead_messages (business_id, lead_id, id)
  where channel = 'whatsapp' and direction = 'in';

alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check check (channel in ('mail', 'sms', 'push', 'whatsapp'));

-- A report is stored together with the job that reads it, which is the worker's.
grant insert on provider_events to leadline_worker;
