-- Answers of leads by e-mail (docs/decisions/0083-inbound-mail.md).

-- The secret part of the address to which a lead answers. A merged lead's address belongs to the lead that was kept.
create table lead_mail_addresses (
  business_id uuid not null references businesses,
  lead_id uuid not null,
  token text not null unique collate "C",
  primary key (business_id, lead_id),
  foreign key (business_id, lead_id) references leads on delete cascade
);

-- A received mail as its sender formatted it, if it differs from the message's text: HTML, sanitized when it came.
create table lead_message_pages (
  business_id uuid not null references businesses,
  message_id uuid not null,
  html text not null,
  -- It names pictures of other servers.
  has_remote_images boolean not null,
  primary key (business_id, message_id),
  foreign key (business_id, message_id) references lead_messages on delete cascade
);

call isolate_by_business('lead_mail_addresses', 'lead_message_pages');
grant select, insert on lead_mail_addresses, lead_message_pages to leadline_app;
grant select, insert, delete on lead_mail_addresses, lead_message_pages to leadline_worker;

-- Files that came with a mail: MessageAttachment[] of the contract.
alter table lead_messages add column attachments json;

-- Null: the lead sent it.
alter table lead_files alter column user_id drop not null;
create index lead_files_received on lead_files (business_id, lead_id) where user_id is null;
