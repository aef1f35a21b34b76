-- Tax documents of the operator for its businesses (docs/decisions/0072-tax-documents.md). They are the operator's books:
-- they survive the business, so nothing references it.

-- The legal entities of the operator; the current one issues.
create table legal_entities (
  id uuid primary key,
  -- Number of the company or dealer, nine digits.
  number text not null unique check (number ~ '^\d{9}$'),
  name text not null,
  -- DealerKind of the contract.
  dealer_kind text not null check (dealer_kind in ('company', 'licensed', 'exempt')),
  address text not null,
  phone text not null default '',
  email text not null default '',
  -- A PNG.
  logo bytea,
  -- PKCS #12 and its passphrase as JSON, sealed with the installation's key.
  certificate bytea not null,
  certificate_until timestamptz not null,
  is_current boolean not null default false
);
create unique index legal_entity_current on legal_entities (is_current) where is_current;
grant select, insert, update on legal_entities to leadline_worker;

-- The last number of each kind of document of an entity. The row is locked while a document is issued.
create table tax_document_series (
  entity_id uuid not null references legal_entities,
  kind text not null,
  last_number int not null default 0,
  last_on date,
  primary key (entity_id, kind)
);
grant select, insert, update on tax_document_series to leadline_worker;

create table tax_documents (
  business_id uuid not null,
  id uuid not null,
  entity_id uuid not null references legal_entities,
  kind text not null check (kind in ('300', '305', '320', '330', '400')),
  number int not null check (number > 0),
  issued_on date not null,
  issued_at timestamptz not null,
  language text not null check (language in ('he', 'en')),
  -- The entity, the customer, the lines and the payment as they were then: DocumentContent of the server.
  content json not null,
  period_from date,
  period_to date,
  -- Agorot; the amounts of a credit are positive, too.
  net bigint not null,
  -- In hundredths of a percent; null: the document carries no VAT.
  vat_rate int,
  vat bigint not null,
  total bigint not null check (total > 0 and total = net + vat),
  -- Why the rate is 0, though the entity charges VAT.
  zero_rate_reason text not null default '',
  needs_allocation boolean not null,
  -- The credited document, the invoice that a receipt pays, or the pro-forma that an invoice or a receipt follows.
  about_id uuid,
  idempotency_key text not null collate "C",
  -- SHA-256 of the request, so that a key is not used for something else.
  request_hash bytea not null,
  primary key (business_id, id),
  unique (entity_id, kind, number),
  unique (entity_id, kind, idempotency_key)
);
create index tax_documents_by_day on tax_documents (business_id, issued_on, id);
create index tax_documents_about on tax_documents (business_id, about_id) where about_id is not null;
create index tax_documents_of_all on tax_documents (issued_on, kind, number);

-- Allocation numbers of the Tax Authority; null: the document goes out without one.
create table tax_document_allocations (
  business_id uuid not null,
  document_id uuid not null,
  number text check (number ~ '^\d{9}$'),
  given_at timestamptz not null,
  primary key (business_id, document_id),
  foreign key (business_id, document_id) references tax_documents
);

-- The signed PDF of a document in a language, made once.
create table tax_document_files (
  business_id uuid not null,
  document_id uuid not null,
  language text not null check (language in ('he', 'en')),
  -- Name at the files provider.
  file text not null,
  sha256 bytea not null,
  made_at timestamptz not null,
  primary key (business_id, document_id, language),
  foreign key (business_id, document_id) references tax_documents
);

-- For whom documents are made out, as the business says; erased with it.
create table tax_customers (
  business_id uuid primary key references businesses,
  name text not null default '',
  number text not null default '',
  address text not null default '',
  email text,
  accountant_email text,
  -- The operator's mark of a foreign business, with the reason; empty: VAT as usual.
  zero_rate_reason text not null default ''
);

call isolate_by_business('tax_documents', 'tax_document_allocations', 'tax_document_files', 'tax_customers');
grant select on tax_documents, tax_document_allocations, tax_document_files, tax_customers to leadline_app;
grant insert (business_id, name, number, address, email, accountant_email),
  update (name, number, address, email, accountant_email) on tax_customers to leadline_app;
grant insert on tax_documents, tax_document_allocations, tax_document_files to leadline_worker;
grant insert, update, delete on tax_customers to leadline_worker;

-- A file of the storage that a mail brings: { stored, name, type }.
alter table messages add column attachment json;
