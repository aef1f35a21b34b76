-- Messages with leads, consent, and when leads are left in peace (docs/decisions/0067-conversations.md).

-- A message to or from a lead, kept as long as the lead. The delivery queue is `messages`, whose rows point here.
create table lead_messages (
  business_id uuid not null references businesses,
  -- UUID version 7: messages are in the order of their ids.
  id uuid not null,
  lead_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  channel text not null check (channel in ('sms', 'email', 'whatsapp')),
  -- Null for messages of the lead.
  purpose text check (purpose in ('service', 'advertising')),
  -- Who wrote it: the lead, a person of the business, a rule of the business, or the system.
  origin text not null check (origin in ('lead', 'person', 'automation', 'system')),
  author_id uuid,
  -- The lead's phone in E.164 or e-mail; empty once erased.
  address text not null,
  -- Our side: a virtual number with its connection; null: the installation's sender.
  sender text,
  connection_id uuid,
  subject text,
  text text not null,
  -- A state of an outgoing message, LeadMessageState of the contract, or 'received'.
  state text not null check (state in ('waiting', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown',
    'canceled', 'received')),
  state_at timestamptz not null,
  -- Why it failed, and the provider's code.
  reason text,
  error_code int,
  segments smallint,
  at timestamptz not null,
  -- When it is to be sent; null: at once.
  send_at timestamptz,
  -- Until when the gate holds it, and for what.
  waits_until timestamptz,
  waits_for text,
  -- An answer within the hour, written by a person who may send in quiet.
  may_be_at_once boolean not null default false,
  -- An exception of the gate: 'withdrawal' or 'guest'.
  occasion text,
  -- A repeated job sends nothing twice.
  dedupe_key text,
  primary key (business_id, id),
  unique (business_id, dedupe_key),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index lead_messages_of_lead on lead_messages (business_id, lead_id, id);
create index lead_messages_of_address on lead_messages (business_id, address, id);
create index lead_messages_of_author on lead_messages (business_id, author_id, id) where author_id is not null;

alter table messages add column lead_message_id uuid;
create index messages_to_leads_due on messages (due_at) where state = 'queued' and lead_message_id is not null;

-- What the inbox shows of a lead's messages. The campaign and the assignee are those of the lead, kept by a trigger.
create table conversations (
  business_id uuid not null references businesses,
  lead_id uuid not null,
  campaign_id uuid not null,
  assigned_to uuid,
  -- The lead is in the trash, or merged into another.
  is_hidden boolean not null default false,
  -- The newest message.
  last_id uuid not null,
  last_at timestamptz not null,
  last_in_at timestamptz,
  -- Since when the lead waits for an answer; null: it does not.
  waits_since timestamptz,
  -- The newest message that a member marked as needing no answer.
  handled_id uuid,
  -- Until when its messages were read by a member.
  read_at timestamptz,
  primary key (business_id, lead_id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index conversations_newest on conversations (business_id, last_at desc, lead_id) where not is_hidden;
create index conversations_of_campaign on conversations (business_id, campaign_id, last_at desc, lead_id) where not is_hidden;
create index conversations_of_person on conversations (business_id, assigned_to, last_at desc, lead_id) where not is_hidden;
create index conversations_waiting on conversations (business_id, last_at desc, lead_id)
  where not is_hidden and waits_since is not null;
create index conversations_waiting_of_campaign on conversations (business_id, campaign_id, last_at desc, lead_id)
  where not is_hidden and waits_since is not null;
create index conversations_waiting_of_person on conversations (business_id, assigned_to, last_at desc, lead_id)
  where not is_hidden and waits_since is not null;

-- What a person agreed to or withdrew, by the phone or the e-mail to which it applies. Rows are only added.
create table consents (
  business_id uuid not null references businesses,
  id uuid not null,
  -- A phone in E.164 or an e-mail; null: the person was erased, and only the hash remains.
  contact text,
  -- A hash of the contact with the installation's key, of a withdrawal that outlives the person's data.
  contact_hash text,
  channel text not null check (channel in ('sms', 'email', 'whatsapp')),
  purpose text not null check (purpose in ('service', 'advertising')),
  act text not null check (act in ('given', 'withdrawn')),
  source text not null check (source in ('form', 'import', 'api', 'person', 'reply', 'link')),
  -- The text that the person agreed to or wrote, and the proof or note of who entered it.
  wording text not null default '',
  note text not null default '',
  user_id uuid,
  -- The IP address that it came from.
  ip text,
  at timestamptz not null default now(),
  primary key (business_id, id),
  check (contact is not null or contact_hash is not null)
);
create index consents_of_contact on consents (business_id, contact, at) where contact is not null;
create index consents_of_hash on consents (business_id, contact_hash) where contact_hash is not null;
create index consents_at on consents (at);

-- A follow-up is also closed by the message for which it asked.
alter table follow_ups drop constraint follow_ups_ending_check;
alter table follow_ups add constraint follow_ups_ending_check check (ending in ('done', 'call', 'message', 'merged'));

-- When leads are left in peace. A business without a row has the usual times.
create table lead_quiet (
  business_id uuid primary key references businesses,
  -- LeadQuiet of the contract.
  settings json not null,
  version int not null
);

call isolate_by_business('lead_messages', 'conversations', 'consents', 'lead_quiet');
grant select, insert, update, delete on lead_messages, conversations, consents, lead_quiet to leadline_app, leadline_worker;

-- Forms kept the text that a visitor accepted. It is consent to advertising if it says so.
insert into consents (business_id, id, contact, channel, purpose, act, source, wording, at)
  select e.business_id, gen_random_uuid(), c.contact, c.channel, 'advertising', 'given', 'form', e.consent, e.at
  from lead_enquiries e join leads l on l.business_id = e.business_id and l.id = e.lead_id
    cross join lateral (values (l.phone, 'sms'), (l.phone, 'whatsapp'), (l.email, 'email')) c (contact, channel)
  where e.form_id is not null and c.contact is not null
    and e.consent ~* '(פרסומ|פרסומי|דיוור|שיווק|מבצע|ניוזלטר|advertis|marketing|promotion|newsletter)';
