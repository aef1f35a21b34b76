-- What became of a text message after the provider took it, and what comes in by text.

alter table messages
  -- The provider's name for it, how many parts it was sent in, and how far it has come.
  add column provider_sid text,
  add column segments smallint,
  add column delivery text check (delivery in ('queued', 'sending', 'sent', 'delivered', 'read', 'undelivered', 'failed')),
  add column delivery_at timestamptz,
  -- The provider's number for what went wrong.
  add column error_code int;

-- Whoever wrote to a sender that they want nothing from it. The installation's own: senders and phones are of no tenant.
create table sms_opt_outs (
  sender text not null,
  phone text not null,
  at timestamptz not null default now(),
  primary key (sender, phone)
);
grant select, insert, delete on sms_opt_outs to leadline_worker;
