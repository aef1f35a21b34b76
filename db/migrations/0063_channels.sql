-- The channels by which a business writes to its leads (docs/decisions/0069-own-mail-server.md).
alter table connections drop constraint if exists connections_provider_check;
alter table connections
  -- When the provider last accepted something, and why it last did not.
  add column last_success_at timestamptz,
  add column failed_at timestamptz,
  add column failure text;

-- The number of the business from which text messages to leads are sent; null: the installation's sender.
alter table notification_settings add column sms_number_id uuid,
  add foreign key (business_id, sms_number_id) references virtual_numbers on delete set null (sms_number_id);

-- A message of the business to a lead: it is sent by the business's own channels.
alter table messages add column is_to_lead boolean not null default false;
