/** Written by `npm run db:types` from the migrated database. */
import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export interface ApiKeys {
  business_id: string;
  campaign_ids: string[] | null;
  created_at: Generated<string>;
  created_by: string | null;
  hash: Buffer;
  hint: string;
  id: string;
  is_active: Generated<boolean>;
  last_used_at: string | null;
  name: string;
  rate_per_minute: number;
  scopes: string[];
}

export interface Attempts {
  count: number;
  key: string;
  until: string;
}

export interface Businesses {
  brand_name: string | null;
  business_id: string;
  business_type: string | null;
  city: string | null;
  company_number: string | null;
  contact_name: string | null;
  country: Generated<string>;
  created_at: Generated<string>;
  email: string | null;
  image: string | null;
  is_demo: Generated<boolean>;
  name: string;
  phone: string | null;
  primary_line_of_business: string | null;
  street: string | null;
}

export interface CampaignDayCounts {
  business_id: string;
  campaign_id: string;
  day: string;
  facet: string;
  key: string;
  sales: number;
  total: number;
}

export interface CampaignLinks {
  business_id: string;
  campaign_id: string;
  clicks: Generated<number>;
  code: string;
  created_at: Generated<string>;
  deleted_at: string | null;
  id: string;
  label: string;
  position: number;
  url: string;
  utm: Generated<Json>;
}

export interface CampaignMembers {
  business_id: string;
  campaign_id: string;
  role: string;
  user_id: string;
}

export interface CampaignMonthCounts {
  business_id: string;
  campaign_id: string;
  facet: string;
  key: string;
  month: string;
  sales: number;
  total: number;
}

export interface Campaigns {
  business_id: string;
  created_at: Generated<string>;
  deleted_at: string | null;
  email: string | null;
  email_notifications: Generated<string[]>;
  end_date: string | null;
  facebook_campaign_id: string | null;
  id: string;
  image: string | null;
  is_enabled: Generated<boolean>;
  name: string;
  notes: Generated<string>;
  sms_notifications: Generated<string[]>;
  start_date: string | null;
  tags: Generated<string[]>;
  virtual_number: string | null;
}

export interface CounterAudits {
  at: Generated<string>;
  business_id: string;
  checked: number;
  drift_count: number;
  drifts: Json;
  repaired: number;
  took_ms: number;
}

export interface EmailChanges {
  email: string;
  expires_at: string;
  new_confirmed_at: string | null;
  new_hash: Buffer;
  old_confirmed_at: string | null;
  old_hash: Buffer;
  user_id: string;
}

export interface Events {
  actor: Json;
  at: Generated<string>;
  business_id: string;
  campaign_id: string;
  id: string;
  lead_id: string | null;
  name: string;
  payload: Json;
  personal: Json | null;
  xid: Generated<string>;
}

export interface Forms {
  allowed_origins: Generated<string[]>;
  business_id: string;
  campaign_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  deleted_at: string | null;
  fields: Json;
  id: string;
  is_enabled: Generated<boolean>;
  key: string;
  languages: string[];
  name: string;
  redirect_url: string | null;
  source: string;
  texts: Json;
}

export interface IdempotencyKeys {
  at: Generated<string>;
  author_id: string;
  body_hash: Buffer;
  business_id: string;
  key: string;
  reply: Json;
}

export interface LeadComments {
  at: Generated<string>;
  business_id: string;
  id: string;
  lead_id: string;
  text: string;
  user_id: string;
}

export interface LeadCounts {
  business_id: string;
  facet: string;
  key: string;
  sales: number;
  total: number;
}

export interface LeadDayCounts {
  business_id: string;
  day: string;
  facet: string;
  key: string;
  sales: number;
  total: number;
}

export interface LeadEnquiries {
  answers: Json | null;
  at: Generated<string>;
  business_id: string;
  click_ids: Generated<Json>;
  consent: string | null;
  content_type: string | null;
  form_id: string | null;
  id: string;
  key_id: string | null;
  landing_page: string | null;
  lead_id: string;
  message: string | null;
  raw: string | null;
  referrer: string | null;
  source: string;
  utm: Generated<Json>;
  while_paused: Generated<boolean>;
}

export interface LeadMonthCounts {
  business_id: string;
  facet: string;
  key: string;
  month: string;
  total: number;
}

export interface LeadRows {
  assigned_image: string | null;
  assigned_name: string | null;
  assigned_to: string | null;
  business_id: string | null;
  campaign_id: string | null;
  campaign_name: string | null;
  created_at: string | null;
  deleted_at: string | null;
  email: string | null;
  first_response_at: string | null;
  has_twin: boolean | null;
  id: string | null;
  last_activity_at: string | null;
  name: string | null;
  name_en: string | null;
  name_he: string | null;
  phone: string | null;
  read_at: string | null;
  source: string | null;
  status_id: string | null;
  tags: string[] | null;
  utm: Json | null;
  value: number | null;
}

export interface Leads {
  assigned_to: string | null;
  business_id: string;
  campaign_id: string;
  created_at: Generated<string>;
  deleted_at: string | null;
  email: string | null;
  first_response_at: string | null;
  has_twin: Generated<boolean>;
  id: string;
  last_activity_at: Generated<string>;
  name: string;
  phone: string | null;
  phone_last4: Generated<string | null>;
  read_at: string | null;
  response: Generated<string>;
  revision: Generated<number>;
  search_text: Generated<string>;
  source: string;
  status_id: string;
  tags: Generated<string[]>;
  utm: Json | null;
  value: number | null;
}

export interface LeadStatuses {
  business_id: string;
  hue: string;
  id: string;
  is_default: Generated<boolean>;
  name_en: string;
  name_he: string;
  position: number;
  type: string;
}

export interface LeadTags {
  business_id: string;
  key: string;
  lead_id: string;
  tag: string;
}

export interface Memberships {
  business_id: string;
  joined_at: Generated<string>;
  role: string;
  suspended_at: string | null;
  user_id: string;
}

export interface Messages {
  attempts: Generated<number>;
  body: string | null;
  business_id: string | null;
  channel: string;
  created_at: Generated<string>;
  dedupe_key: string | null;
  due_at: Generated<string>;
  error: string | null;
  html: string | null;
  id: string;
  recipient: string;
  sent_at: string | null;
  state: Generated<string>;
  subject: string | null;
}

export interface Migrations {
  at: Generated<string>;
  checksum: string | null;
  name: string;
}

export interface Notifications {
  action: string;
  business_id: string;
  content: Json;
  created_at: Generated<string>;
  event_id: string;
  id: string;
  read_at: string | null;
  user_id: string;
}

export interface OperationLeads {
  before: Json | null;
  business_id: string;
  lead_id: string;
  operation_id: string;
  outcome: string;
  revision: number | null;
}

export interface OperationPieces {
  business_id: string;
  lead_ids: string[];
  number: number;
  operation_id: string;
}

export interface Operations {
  action: Json;
  author_id: string;
  business_id: string;
  campaign_ids: string[] | null;
  created_at: Generated<string>;
  done: Generated<number>;
  error: string | null;
  finished_at: string | null;
  heartbeat_at: Generated<string>;
  id: string;
  kind: string;
  skipped: Generated<number>;
  started_at: string | null;
  state: Generated<string>;
  total: number;
  undoes: string | null;
  undone_by: string | null;
}

export interface PasswordResets {
  expires_at: string;
  token_hash: Buffer;
  used_at: string | null;
  user_id: string;
}

export interface Payloads {
  address: string;
  at: string;
  business_id: string;
  content_type: string | null;
  id: string;
  lead_id: string | null;
  outcome: string;
  raw: string;
  sender_id: string;
  status: number;
}

export interface PhoneCodes {
  code_hash: Buffer;
  expires_at: string;
  phone: string;
  sent_at: Generated<string>;
  tries: Generated<number>;
  user_id: string;
}

export interface RelayFailures {
  at: Generated<string>;
  business_id: string;
  event_id: string;
}

export interface RelayPosition {
  id: string;
  reader: string;
  xid: string;
}

export interface Sessions {
  created_at: Generated<string>;
  expires_at: string;
  id: string;
  ip: string | null;
  is_remembered: boolean;
  previous_hash: Buffer | null;
  revoked_at: string | null;
  rotated_at: Generated<string>;
  token_hash: Buffer;
  user_agent: string | null;
  user_id: string;
}

export interface Users {
  created_at: Generated<string>;
  email: string;
  id: string;
  image: string | null;
  is_demo: Generated<boolean>;
  language: Generated<string>;
  last_business_id: string | null;
  lead_view: Generated<string>;
  name: string;
  password_hash: string | null;
  phone: string | null;
  phone_verified_at: string | null;
  status: Generated<string>;
  table_views: Generated<Json>;
}

export interface DB {
  api_keys: ApiKeys;
  attempts: Attempts;
  businesses: Businesses;
  campaign_day_counts: CampaignDayCounts;
  campaign_links: CampaignLinks;
  campaign_members: CampaignMembers;
  campaign_month_counts: CampaignMonthCounts;
  campaigns: Campaigns;
  counter_audits: CounterAudits;
  email_changes: EmailChanges;
  events: Events;
  forms: Forms;
  idempotency_keys: IdempotencyKeys;
  lead_comments: LeadComments;
  lead_counts: LeadCounts;
  lead_day_counts: LeadDayCounts;
  lead_enquiries: LeadEnquiries;
  lead_month_counts: LeadMonthCounts;
  lead_rows: LeadRows;
  lead_statuses: LeadStatuses;
  lead_tags: LeadTags;
  leads: Leads;
  memberships: Memberships;
  messages: Messages;
  migrations: Migrations;
  notifications: Notifications;
  operation_leads: OperationLeads;
  operation_pieces: OperationPieces;
  operations: Operations;
  password_resets: PasswordResets;
  payloads: Payloads;
  phone_codes: PhoneCodes;
  relay_failures: RelayFailures;
  relay_position: RelayPosition;
  sessions: Sessions;
  users: Users;
}
