/** Written by `npm run db:types` from the migrated database. */
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

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

export type Numeric = ColumnType<string, number | string, number | string>;

export interface Alarms {
  business_id: string;
  kind: string;
  raised_at: string;
  subject: string;
}

export interface ApiKeys {
  allowed_addresses: string[] | null;
  business_id: string;
  campaign_ids: string[] | null;
  created_at: Generated<string>;
  created_by: string | null;
  expires_at: string | null;
  hash: Buffer;
  hint: string;
  id: string;
  is_active: Generated<boolean>;
  last_used_at: string | null;
  name: string;
  old_hash: Buffer | null;
  old_hash_until: string | null;
  rate_per_minute: number;
  scopes: string[];
}

export interface AssignmentRules {
  business_id: string;
  campaign_id: string;
  rule: Json;
  version: number;
}

export interface Assignments {
  business_id: string;
  due_at: string | null;
  escalated_at: string | null;
  is_over: Generated<boolean>;
  lead_id: string;
  passed: Generated<string[]>;
  placed_at: string | null;
}

export interface AssignmentTurns {
  business_id: string;
  campaign_id: string;
  credit: number;
  last_at: string | null;
  user_id: string;
}

export interface Attempts {
  count: number;
  key: string;
  until: string;
}

export interface AutomationCauses {
  business_id: string;
  depth: number;
  due_at: Generated<string>;
  event_id: string;
  facts: Json;
  kinds: string[];
  lead_id: string;
  operation_id: string | null;
  seq: Generated<number>;
}

export interface AutomationRuns {
  automation_id: string;
  business_id: string;
  cause_id: string;
  depth: number;
  due_at: string | null;
  ended_at: string | null;
  id: string;
  lead_id: string;
  reason: string | null;
  started_at: string;
  state: string;
  step_id: string | null;
  steps: Generated<Json>;
  version: number;
}

export interface Automations {
  business_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  deleted_at: string | null;
  draft: Json | null;
  id: string;
  is_on: Generated<boolean>;
  listens: string | null;
  name: string;
  position: number;
  revision: Generated<number>;
  version: number | null;
  watches_from: Generated<string>;
}

export interface AutomationVersions {
  automation_id: string;
  business_id: string;
  content: Json;
  published_at: Generated<string>;
  published_by: string | null;
  version: number;
}

export interface AutomationWatches {
  automation_id: string;
  business_id: string;
  campaign_id: string;
  reached: string;
}

export interface BillingAccounts {
  business_id: string;
  capped_in: string | null;
  caps: Generated<Json>;
  ends_after_period: Generated<boolean>;
  is_held: Generated<boolean>;
  next_version_id: string | null;
  period_from: string | null;
  period_to: string | null;
  state: string;
  suspended_at: string | null;
  suspends_on: string | null;
  trial_until: string;
  version_id: string | null;
}

export interface BillingCollections {
  business_id: string;
  due_at: string | null;
  first_try_on: string | null;
  invoice_id: string;
  refusal: string | null;
  state: Generated<string>;
  tries: Generated<number>;
}

export interface BillingEntries {
  account: string;
  amount: number;
  business_id: string;
  posting_id: string;
}

export interface BillingInvoices {
  business_id: string;
  cause: string;
  id: string;
  issued_at: string;
  issued_on: string;
  lines: Json;
  net: number;
  period_from: string;
  period_to: string;
  total: number;
  vat: number;
  vat_rate: number | null;
  zero_rate_reason: Generated<string>;
}

export interface BillingMethods {
  bank: Generated<string>;
  branch: Generated<string>;
  brand: Generated<string>;
  business_id: string;
  created_at: string;
  expires_month: string | null;
  id: string;
  is_default: Generated<boolean>;
  kind: string;
  last4: Generated<string>;
  setup_ref: string;
  state: string;
  token: Buffer | null;
}

export interface BillingOffers {
  plan: string;
  version_id: string;
}

export interface BillingPayments {
  amount: number;
  asked_at: string;
  business_id: string;
  by_calendar: Generated<boolean>;
  ended_at: string | null;
  id: string;
  invoice_id: string;
  key: string;
  kind: string;
  last4: Generated<string>;
  method: string;
  method_id: string | null;
  refund_of: string | null;
  refusal: string | null;
  state: string;
}

export interface BillingPlanDays {
  business_id: string;
  from_day: string;
  version_id: string;
}

export interface BillingPlanVersions {
  created_at: Generated<string>;
  id: string;
  name_en: string;
  name_he: string;
  plan: string;
  price: number;
  rates: Json;
  version: number;
}

export interface BillingPostings {
  business_id: string;
  cause: string;
  id: string;
  invoice_id: string;
  kind: string;
  note: Generated<string>;
  payment_id: string | null;
  posted_at: string;
}

export interface BillingUsage {
  amount: number;
  business_id: string;
  campaign_id: string;
  day: string;
  meter: string;
}

export interface BillingUsageDays {
  business_id: string;
  day: string;
}

export interface BillingWarnings {
  business_id: string;
  meter: string;
  month: string;
  percent: number;
}

export interface Blacklist {
  blocked: Generated<number>;
  business_id: string;
  campaign_id: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  expires_at: string | null;
  id: string;
  kind: string;
  phone: string;
  reason: Generated<string>;
}

export interface BookingPages {
  business_id: string;
  campaign_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  id: string;
  is_active: Generated<boolean>;
  owner_id: string | null;
  settings: Json;
  slug: string;
}

export interface Businesses {
  brand_color: string | null;
  brand_name: string | null;
  business_id: string;
  business_type: string | null;
  city: string | null;
  closed_at: string | null;
  closed_by: string | null;
  closes_at: string | null;
  company_number: string | null;
  contact_name: string | null;
  country: Generated<string>;
  created_at: Generated<string>;
  created_by: string | null;
  duplicate_action: Generated<string>;
  duplicate_scope: Generated<string>;
  duplicate_window_days: number | null;
  email: string | null;
  erasing_since: string | null;
  first_steps_dismissed_at: string | null;
  image: string | null;
  is_demo: Generated<boolean>;
  masks_contacts: Generated<boolean>;
  name: string;
  outside_lines_at: string | null;
  own_leads_only: Generated<boolean>;
  phone: string | null;
  primary_line_of_business: string | null;
  privacy_url: string | null;
  requires_two_factor: Generated<boolean>;
  street: string | null;
}

export interface CalendarBusy {
  calendar_id: string;
  ends_at: string;
  event_id: string;
  of_business: string | null;
  starts_at: string;
  user_id: string;
}

export interface CalendarConnections {
  access_token: string | null;
  access_until: string | null;
  account: string;
  busy_ids: Generated<string[]>;
  calendar_id: string;
  calendars: Json;
  channel_hash: Buffer | null;
  channel_id: string | null;
  channel_renewed_at: string | null;
  channel_resource: string | null;
  channel_until: string | null;
  connected_at: string;
  due_at: string;
  failed_at: string | null;
  failure: string | null;
  failures: Generated<number>;
  id: string;
  last_success_at: string | null;
  leased_until: string | null;
  refresh_token: string;
  state: Generated<string>;
  sync_token: string | null;
  user_id: string;
  whole_at: string | null;
}

export interface CalendarEntries {
  business_id: string;
  calendar_id: string;
  ends_at: string;
  etag: string | null;
  guest_answer: string | null;
  is_removing: Generated<boolean>;
  meeting_id: string;
  starts_at: string;
  user_id: string;
  version: number | null;
}

export interface CalendarFeeds {
  created_at: string;
  read_at: string | null;
  token_hash: Buffer;
  user_id: string;
}

export interface CallAttempts {
  answered_at: string | null;
  bridged: Generated<boolean>;
  business_id: string;
  call_id: string;
  ended_at: string | null;
  kind: string;
  outcome: string | null;
  phone: string | null;
  place: number;
  provider_sid: string | null;
  ringing_at: string | null;
  started_at: string;
  step: number;
  transfer: string | null;
  user_id: string | null;
}

export interface CallCounts {
  business_id: string;
  campaign_id: string;
  facet: string;
  key: string;
  talk: number;
  total: number;
  wait: number;
}

export interface CallDayCounts {
  business_id: string;
  campaign_id: string;
  day: string;
  facet: string;
  key: string;
  talk: number;
  total: number;
  wait: number;
}

export interface CallFlows {
  business_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  deleted_at: string | null;
  draft: Json | null;
  draft_at: string | null;
  draft_by: string | null;
  id: string;
  name: string;
  revision: Generated<number>;
  version: number | null;
}

export interface CallFlowVersions {
  business_id: string;
  content: Json;
  flow_id: string;
  published_at: Generated<string>;
  published_by: string | null;
  version: number;
}

export interface CallMonthCounts {
  business_id: string;
  campaign_id: string;
  facet: string;
  key: string;
  month: string;
  talk: number;
  total: number;
  wait: number;
}

export interface Calls {
  answered_at: string | null;
  answered_by: string | null;
  answered_phone: string | null;
  business_id: string;
  callback_asked: Generated<boolean>;
  called: string;
  caller: string | null;
  caller_last4: Generated<string | null>;
  caller_text: string | null;
  campaign_id: string | null;
  check_at: string | null;
  checks: Generated<number>;
  connection_id: string | null;
  direction: Generated<string>;
  ended_at: string | null;
  erased_at: string | null;
  forwarded_from: string | null;
  has_recording: Generated<boolean>;
  id: string;
  is_abandoned: Generated<boolean>;
  is_first_time: Generated<boolean>;
  is_logged: Generated<boolean>;
  is_test: Generated<boolean>;
  lead_id: string | null;
  logged_at: string | null;
  made_by: string | null;
  merged_from: string | null;
  note: Generated<string>;
  number_id: string | null;
  passed_to: string[] | null;
  phase: string | null;
  plan: Json | null;
  provider_sid: string;
  reached_at: string | null;
  reached_minutes: number | null;
  reason: string | null;
  recording: Json | null;
  returned_at: string | null;
  returned_by: string | null;
  ring_s: number | null;
  started_at: string;
  state: Generated<string>;
  status: string | null;
  talk_s: Generated<number>;
  total_s: number | null;
}

export interface CallSounds {
  business_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  id: string;
  name: string;
  seconds: number;
  wav: Buffer;
}

export interface CampaignDayCounts {
  business_id: string;
  campaign_id: string;
  day: string;
  facet: string;
  key: string;
  sales: number;
  total: number;
  value: Generated<number>;
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
  exports_calls: Generated<boolean>;
  exports_leads: Generated<boolean>;
  hears_calls: Generated<boolean>;
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
  value: Generated<number>;
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
  response_target: Generated<number | null>;
  sms_notifications: Generated<string[]>;
  start_date: string | null;
  tags: Generated<string[]>;
  virtual_number: string | null;
}

export interface CeilingUses {
  day: string;
  holder: string;
  used: number;
  what: string;
}

export interface Connections {
  account: string;
  business_id: string;
  checked_at: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  deleted_at: string | null;
  error: string | null;
  failed_at: string | null;
  failure: string | null;
  id: string;
  last_success_at: string | null;
  previous_secret: string | null;
  provider: string;
  rotated_at: string | null;
  secrets: Generated<Json>;
  settings: Generated<Json>;
  state: Generated<string>;
}

export interface Consents {
  act: string;
  at: Generated<string>;
  business_id: string;
  channel: string;
  contact: string | null;
  contact_hash: string | null;
  id: string;
  ip: string | null;
  note: Generated<string>;
  purpose: string;
  source: string;
  user_id: string | null;
  wording: Generated<string>;
}

export interface Conversations {
  assigned_to: string | null;
  business_id: string;
  campaign_id: string;
  handled_id: string | null;
  is_hidden: Generated<boolean>;
  last_at: string;
  last_id: string;
  last_in_at: string | null;
  lead_id: string;
  read_at: string | null;
  waits_since: string | null;
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

export interface DailyActionCounts {
  action: string;
  business_id: string;
  day: string;
  times: number;
  user_id: string;
}

export interface DistinctLeads {
  business_id: string;
  decided_at: Generated<string>;
  decided_by: string | null;
  high: string;
  low: string;
}

export interface DuplicateGroups {
  business_id: string;
  checked_at: string;
  id: string;
  newest_at: string;
  reasons: string[];
  size: number;
}

export interface DuplicateMembers {
  business_id: string;
  group_id: string;
  lead_id: string;
}

export interface DuplicateSweeps {
  business_id: string;
  finished_at: string | null;
  started_at: string;
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

export interface EmailCodes {
  address: Buffer;
  code_hash: Buffer;
  expires_at: string;
  network: Buffer;
  sent_at: string;
  tries: Generated<number>;
}

export interface EventEpochs {
  began_at: Generated<string>;
  epoch: number;
  system_identifier: string | null;
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
  user_id: Generated<string | null>;
  xid: Generated<string>;
}

export interface FileRemovals {
  due_at: Generated<string>;
  id: string;
  tries: Generated<number>;
}

export interface FileTotals {
  business_id: string;
  bytes: number;
}

export interface FollowUps {
  action: string;
  brought_by: string | null;
  brought_in: string | null;
  business_id: string;
  closed_at: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  due_at: string;
  ending: string | null;
  given_by: string | null;
  id: string;
  lead_id: string;
  note: Generated<string>;
  reminded_at: string | null;
  replaced: Json | null;
  user_id: string;
}

export interface Forms {
  allowed_origins: Generated<string[]>;
  booking_page_id: string | null;
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

export interface FormSubmissions {
  business_id: string;
  form_id: string;
  last_at: string | null;
  last_lead_at: string | null;
  new_leads: Generated<number>;
  repeats: Generated<number>;
  spam: Generated<number>;
}

export interface FunctionFiles {
  checksum: string;
  functions: string[];
  name: string;
}

export interface GoogleAccounts {
  email: string;
  issuer: string;
  linked_at: string;
  subject: string;
  user_id: string;
}

export interface GoogleReturns {
  email: string;
  expires_at: string;
  is_remembered: boolean;
  issuer: string;
  name: string;
  subject: string;
  token_hash: Buffer;
}

export interface HoleChecks {
  business_id: string;
  examined_at: string;
  flow_id: string;
  number_id: string;
  version: number;
}

export interface IdempotencyKeys {
  at: Generated<string>;
  author_id: string;
  body_hash: Buffer;
  business_id: string;
  key: string;
  reply: Json;
}

export interface InvitationCampaigns {
  business_id: string;
  campaign_id: string;
  invitation_id: string;
  role: string;
}

export interface InvitationLinks {
  business_id: string;
  expires_at: string;
  invitation_id: string;
  is_mailed: Generated<boolean>;
  token_hash: Buffer;
}

export interface Invitations {
  accepted_at: string | null;
  accepted_by: string | null;
  asked_at: string | null;
  business_id: string;
  created_at: string;
  email: string | null;
  expires_at: string;
  id: string;
  invited_by: string;
  language: string;
  message: Generated<string>;
  phone: string | null;
  revoked_at: string | null;
  role: string;
  sent_at: string | null;
}

export interface JoinLinks {
  business_id: string;
  is_enabled: boolean;
  key: string;
  renewed_at: string;
}

export interface JoinRequests {
  asked_at: string;
  business_id: string;
  decided_at: string | null;
  decided_by: string | null;
  id: string;
  note: Generated<string>;
  outcome: string | null;
  reason: Generated<string>;
  source: Generated<string>;
  state: Generated<string>;
  user_id: string;
}

export interface LeadCapacities {
  business_id: string;
  open_max: number;
  user_id: string;
}

export interface LeadChoices {
  business_id: string;
  created_at: string;
  field: string;
  lead_id: string;
  option: string;
}

export interface LeadComments {
  at: Generated<string>;
  business_id: string;
  deleted_at: string | null;
  deleted_by: string | null;
  edited_at: string | null;
  id: string;
  lead_id: string;
  mentioned: Generated<string[]>;
  revision: Generated<number>;
  text: string;
  user_id: string;
}

export interface LeadCommentVersions {
  at: string;
  business_id: string;
  comment_id: string;
  revision: number;
  text: string;
}

export interface LeadContacts {
  business_id: string;
  from_lead_id: string;
  kind: string;
  last4: Generated<string | null>;
  lead_id: string;
  value: string;
}

export interface LeadCounts {
  business_id: string;
  facet: string;
  key: string;
  sales: number;
  total: number;
  value: Generated<number>;
}

export interface LeadDayCounts {
  business_id: string;
  day: string;
  facet: string;
  key: string;
  sales: number;
  total: number;
  value: Generated<number>;
}

export interface LeadDeliveries {
  address: string;
  at: string;
  attempts: Generated<number>;
  business_id: string;
  content_type: string | null;
  corrections: Json | null;
  due_at: string | null;
  fields: Json | null;
  id: string;
  is_base64: boolean;
  is_trusted: Generated<boolean>;
  lead_id: string | null;
  raw: string;
  reason: string | null;
  sameness: string | null;
  source_id: string;
  state: string;
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
  source_id: string | null;
  utm: Generated<Json>;
  while_paused: Generated<boolean>;
}

export interface LeadExports {
  asked: Json;
  business_id: string;
  created_at: Generated<string>;
  id: string;
  user_id: string;
}

export interface LeadFields {
  business_id: string;
  campaign_ids: string[] | null;
  deleted_at: string | null;
  group_en: string | null;
  group_he: string | null;
  has_values: Generated<boolean>;
  help_text: string;
  id: string;
  initial: Json | null;
  is_archived: Generated<boolean>;
  is_decimal: boolean;
  is_personal: boolean;
  is_required: boolean;
  key: string;
  name_en: string;
  name_he: string;
  options: Json;
  position: number;
  purged_at: string | null;
  required_at: string[];
  type: string;
  unit: string | null;
}

export interface LeadFiles {
  business_id: string;
  bytes: number;
  created_at: Generated<string>;
  deleted_at: string | null;
  id: string;
  lead_id: string;
  name: string;
  preview: string;
  type: string;
  user_id: string | null;
}

export interface LeadImportPieces {
  business_id: string;
  first_row: number;
  import_id: string;
  number: number;
  rows: Json;
}

export interface LeadImports {
  business_id: string;
  columns: Generated<Json>;
  created: Generated<number>;
  created_at: Generated<string>;
  format: string;
  id: string;
  joined: Generated<number>;
  left_out: Generated<number>;
  name: string;
  operation_id: string | null;
  read_at: string | null;
  row_count: Generated<number>;
  settings: Json | null;
  updated: Generated<number>;
  user_id: string;
}

export interface LeadMailAddresses {
  business_id: string;
  lead_id: string;
  token: string;
}

export interface LeadMessagePages {
  business_id: string;
  has_remote_images: boolean;
  html: string;
  message_id: string;
}

export interface LeadMessages {
  address: string;
  at: string;
  attachments: Json | null;
  author_id: string | null;
  business_id: string;
  channel: string;
  connection_id: string | null;
  dedupe_key: string | null;
  direction: string;
  error_code: number | null;
  id: string;
  lead_id: string;
  may_be_at_once: Generated<boolean>;
  occasion: string | null;
  origin: string;
  purpose: string | null;
  reason: string | null;
  segments: number | null;
  send_at: string | null;
  sender: string | null;
  state: string;
  state_at: string;
  subject: string | null;
  template: Json | null;
  text: string;
  waits_for: string | null;
  waits_until: string | null;
}

export interface LeadMonthCounts {
  business_id: string;
  facet: string;
  key: string;
  month: string;
  total: number;
}

export interface LeadNameKeys {
  business_id: string;
  key: string;
  lead_id: string;
}

export interface LeadQuiet {
  business_id: string;
  settings: Json;
  version: number;
}

export interface LeadRings {
  asked_at: string;
  business_id: string;
  calls: Generated<string[]>;
  due_at: string | null;
  lead_id: string;
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
  do_not_call: boolean | null;
  email: string | null;
  fields: Json | null;
  first_response_at: string | null;
  has_duplicate_contact: boolean | null;
  id: string | null;
  last_activity_at: string | null;
  meeting_status: string | null;
  name: string | null;
  name_en: string | null;
  name_he: string | null;
  phone: string | null;
  read_at: string | null;
  response_due_at: string | null;
  response_minutes: number | null;
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
  do_not_call: Generated<boolean>;
  email: string | null;
  erased_at: string | null;
  fields: Generated<Json>;
  first_response_at: string | null;
  gender: Generated<string>;
  has_duplicate_contact: Generated<boolean>;
  has_response_clock: Generated<boolean>;
  id: string;
  last_activity_at: Generated<string>;
  lost_reason: string | null;
  meeting_status: Generated<string>;
  merged_into: string | null;
  merged_text: Generated<string>;
  name: string;
  past_sale: number | null;
  phone: string | null;
  phone_last4: Generated<string | null>;
  read_at: string | null;
  response: Generated<string>;
  response_due_at: string | null;
  response_minutes: number | null;
  revision: Generated<number>;
  search_text: Generated<string>;
  source: string;
  status_id: string;
  tags: Generated<string[]>;
  utm: Json | null;
  value: number | null;
}

export interface LeadSources {
  assigned_to: string | null;
  business_id: string;
  campaign_id: string;
  captures_until: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  deleted_at: string | null;
  id: string;
  is_enabled: Generated<boolean>;
  key: string;
  kind: string;
  mapping: Json | null;
  name: string;
  sample_id: string | null;
  source: string;
  status_id: string | null;
}

export interface LeadStatuses {
  asks: string | null;
  business_id: string;
  campaign_ids: string[] | null;
  deleted_at: string | null;
  follow_up_action: string | null;
  follow_up_minutes: number | null;
  follow_up_note: Generated<string>;
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

export interface LeadTemplates {
  account: Json | null;
  account_name: string | null;
  business_id: string;
  channel: string;
  connection_id: string | null;
  contents: Json;
  created_at: Generated<string>;
  deleted_at: string | null;
  id: string;
  name_en: string;
  name_he: string;
  purpose: string;
  revision: Generated<number>;
  updated_at: Generated<string>;
}

export interface LeadViewers {
  business_id: string;
  lead_id: string;
  tab_id: string;
  until: string;
  user_id: string;
}

export interface LegalEntities {
  address: string;
  certificate: Buffer;
  certificate_until: string;
  dealer_kind: string;
  email: Generated<string>;
  id: string;
  is_current: Generated<boolean>;
  logo: Buffer | null;
  name: string;
  number: string;
  phone: Generated<string>;
}

export interface LineTests {
  asked_at: string;
  business_id: string;
  caller: string;
  connection_id: string;
  day: string | null;
  due_at: string | null;
  ended_at: string | null;
  forwarded: string | null;
  id: string;
  number_id: string;
  outcome: string | null;
  placed_at: string | null;
  proved_at: string | null;
  provider_sid: string | null;
  reached_at: string | null;
}

export interface ListedRecipients {
  address: string;
  asked_at: string;
  asks: Generated<number>;
  business_id: string;
  channel: string;
  decided_at: string | null;
  id: string;
  language: string;
  state: Generated<string>;
}

export interface MeetingLinks {
  business_id: string;
  created_at: Generated<string>;
  meeting_id: string;
  token_hash: Buffer;
}

export interface MeetingNotices {
  business_id: string;
  channel: string;
  created_at: Generated<string>;
  created_by: string | null;
  due_at: string;
  id: string;
  kind: string;
  meeting_id: string;
  minutes_before: number | null;
  state: Generated<string>;
}

export interface Meetings {
  answered_at: string | null;
  answers: Json | null;
  booking_page_id: string | null;
  business_id: string;
  cancelled_by: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  ends_at: string;
  guest_email: string | null;
  guest_language: string;
  guest_name: string;
  guest_phone: string | null;
  guest_words: string | null;
  id: string;
  is_over: Generated<boolean>;
  kind: string;
  lead_id: string;
  link: string | null;
  message: Generated<string>;
  offers: Generated<ArrayType<string>>;
  opened_at: string | null;
  outcome: string | null;
  participants: Generated<string[]>;
  place: Generated<string>;
  reminded_for: string | null;
  reminders: Generated<string[]>;
  sequence: Generated<number>;
  starts_at: string;
  status: string;
  status_before: string | null;
  title: string;
  version: Generated<number>;
}

export interface MemberQuietHours {
  business_id: string;
  quiet_from: number | null;
  quiet_to: number | null;
  user_id: string;
}

export interface Memberships {
  business_id: string;
  hears_calls: Generated<boolean>;
  joined_at: Generated<string>;
  last_seen_at: string | null;
  removed_at: string | null;
  role: string;
  suspended_at: string | null;
  user_id: string;
}

export interface Messages {
  account_id: string | null;
  attachment: Json | null;
  attempts: Generated<number>;
  body: string | null;
  business_id: string | null;
  channel: string;
  created_at: Generated<string>;
  dedupe_key: string | null;
  delivery: string | null;
  delivery_at: string | null;
  due_at: Generated<string>;
  error: string | null;
  error_code: number | null;
  html: string | null;
  id: string;
  is_to_lead: Generated<boolean>;
  kind: Generated<string>;
  language: string | null;
  lead_message_id: string | null;
  provider_sid: string | null;
  recipient: string;
  refusal: string | null;
  segments: number | null;
  sent_at: string | null;
  state: Generated<string>;
  subject: string | null;
  unsubscribe_url: string | null;
}

export interface MessageTemplates {
  body: string;
  business_id: string;
  channel: string;
  language: string;
  name: string;
  subject: string | null;
}

export interface Migrations {
  at: Generated<string>;
  checksum: string;
  name: string;
}

export interface MissedCallDigests {
  business_id: string;
  day: string;
}

export interface MissedCallers {
  business_id: string;
  call_id: string;
  caller: string;
  campaign_id: string;
  first_at: string;
  last_at: string;
  lead_id: string | null;
  rang: string[];
  snoozed_after: string | null;
  snoozed_until: string | null;
  tries: number;
}

export interface NameWords {
  business_id: string;
  key: string;
  seen_at: string;
  word: string;
}

export interface NoticeDecisions {
  at: Generated<string>;
  business_id: string;
  decided: Json;
  event_id: string;
}

export interface NotificationAudiences {
  app: string[];
  business_id: string;
  event: string;
  mail: string[];
  sms: string[];
}

export interface NotificationChoices {
  app: boolean;
  business_id: string;
  event: string;
  mail: boolean;
  only_mine: boolean;
  popup: boolean;
  push: boolean;
  sms: boolean;
  user_id: string;
}

export interface Notifications {
  action: string;
  business_id: string;
  content: Json;
  created_at: Generated<string>;
  event_id: string;
  id: string;
  is_silent: Generated<boolean>;
  read_at: string | null;
  user_id: string;
}

export interface NotificationSettings {
  business_id: string;
  mail_name: string | null;
  quiet_from: number | null;
  quiet_to: number | null;
  sms_number_id: string | null;
  sms_sender: string | null;
}

export interface NumberForwards {
  business_id: string;
  created_at: Generated<string>;
  last_at: string | null;
  number_id: string;
  phone: string;
}

export interface NumberHoles {
  business_id: string;
  ends_at: string;
  number_id: string;
  starts_at: string;
}

export interface NumberOrders {
  adopted: Json | null;
  business_id: string;
  campaign_id: string | null;
  connection_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  error: string | null;
  id: string;
  label: Generated<string>;
  number_id: string | null;
  phone: string;
  routing: Json;
  state: Generated<string>;
  updated_at: Generated<string>;
}

export interface OauthRedirects {
  expires_at: string;
  kept: Json;
  nonce: string;
  state_hash: Buffer;
  ticket_hash: Buffer;
  verifier: Buffer;
}

export interface OpenPeriods {
  business_id: string;
  campaign_id: string | null;
  closes_at: string;
  opens_at: string;
  owner_id: Generated<string>;
}

export interface OperationBatches {
  business_id: string;
  item_ids: string[];
  number: number;
  operation_id: string;
}

export interface OperationItems {
  before: Json | null;
  business_id: string;
  item_id: string;
  operation_id: string;
  outcome: string;
  prior_revision: number | null;
  revision: number | null;
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
  is_required: Generated<boolean>;
  kind: string;
  lead_id: string | null;
  skipped: Generated<number>;
  started_at: string | null;
  state: Generated<string>;
  subject: string;
  total: number;
  undoes: string | null;
  undone_by: string | null;
}

export interface OutsideCalls {
  business_id: string;
  call_id: string;
  created_at: string;
  granted_s: number;
  step: number;
}

export interface PasskeyChallenges {
  challenge_hash: Buffer;
  expires_at: string;
}

export interface Passkeys {
  counter: number;
  created_at: string;
  credential_id: string;
  id: string;
  last_used_at: string | null;
  name: string;
  public_key: Buffer;
  transports: string[];
  user_id: string;
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

export interface PaymentHouseLedger {
  amount: number;
  at: string;
  code: string | null;
  key: string;
  refund_of: string | null;
  settles_at: string | null;
  state: string;
  token: string;
}

export interface PaymentHouseSetups {
  at: string;
  behaviour: Generated<string>;
  card: Json | null;
  kind: string;
  language: string;
  ref: string;
  return_url: string;
  state: string;
  token: string | null;
}

export interface PendingSignIns {
  expires_at: string;
  first_factor: Generated<string>;
  is_remembered: boolean;
  token_hash: Buffer;
  tries: Generated<number>;
  user_id: string;
}

export interface PersonErasures {
  asked_at: string;
  asked_by: string;
  business_id: string;
  contacts: string[];
  finished_at: string | null;
  first_pass_at: string | null;
  id: string;
  lead_ids: string[];
}

export interface PhoneCodes {
  code_hash: Buffer;
  expires_at: string;
  phone: string;
  sent_at: Generated<string>;
  tries: Generated<number>;
  user_id: string;
}

export interface ProviderCleanupTasks {
  account_sid: string;
  adopted: Json | null;
  auth_token: string;
  connection_id: string;
  due_at: Generated<string>;
  id: Generated<string>;
  kind: string;
  phone: string | null;
  provider: string;
  sid: string;
  tries: Generated<number>;
}

export interface ProviderEvents {
  business_id: string;
  call_id: string | null;
  connection_id: string;
  dedupe_key: string;
  kind: string;
  payload: Json;
  received_at: Generated<string>;
}

export interface PushDevices {
  auth: Buffer;
  created_at: Generated<string>;
  endpoint: string;
  id: string;
  p256dh: Buffer;
  session_id: string;
  user_agent: string | null;
  user_id: string;
}

export interface RecordingListens {
  at: Generated<string>;
  business_id: string;
  id: string;
  is_download: Generated<boolean>;
  recording_id: string;
  user_id: string;
}

export interface Recordings {
  business_id: string;
  bytes: number | null;
  call_id: string;
  channels: Generated<number>;
  created_at: Generated<string>;
  due_at: string | null;
  error: string | null;
  file: string | null;
  id: string;
  kind: string;
  mime: string | null;
  provider_sid: string;
  purge_at: string | null;
  purged_at: string | null;
  released_at: string | null;
  seconds: number | null;
  sha256: Buffer | null;
  state: Generated<string>;
  stored_at: string | null;
  tries: Generated<number>;
}

export interface RecoveryCodes {
  code_hash: Buffer;
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

export interface RetentionPeriods {
  amount: number;
  business_id: string;
  kind: string;
}

export interface RingTurns {
  business_id: string;
  call_id: string | null;
  rings_until: string;
  rung_at: string;
  user_id: string;
}

export interface SavedViewDefaults {
  business_id: string;
  list: string;
  user_id: string;
  view_id: string;
}

export interface SavedViews {
  business_id: string;
  created_at: Generated<string>;
  deleted_at: string | null;
  id: string;
  is_pinned: boolean;
  is_shared: boolean;
  list: string;
  name: string;
  owner_id: string;
  position: number;
  query: Json;
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
  second_factor: string | null;
  token_hash: Buffer;
  user_agent: string | null;
  user_id: string;
}

export interface ShiftPeriods {
  business_id: string;
  ends_at: string;
  is_on_call: boolean;
  starts_at: string;
  user_id: string;
}

export interface ShiftPlans {
  agreed: Json | null;
  business_id: string;
  paused_from: string | null;
  paused_until: string | null;
  plan: Generated<Json>;
  user_id: string;
  version: Generated<number>;
  written_until: string | null;
}

export interface ShiftSettings {
  business_id: string;
  settings: Json;
  version: Generated<number>;
}

export interface ShiftSwaps {
  asker_id: string;
  begins_at: string;
  business_id: string;
  created_at: Generated<string>;
  decided_at: string | null;
  gives: Json;
  id: string;
  note: Generated<string>;
  partner_id: string | null;
  state: Generated<string>;
  takes: Json | null;
}

export interface ShiftWeeks {
  business_id: string;
  draft: Json | null;
  published: Json | null;
  published_at: string | null;
  user_id: string;
  version: Generated<number>;
  week: string;
}

export interface SmsOptOuts {
  at: Generated<string>;
  phone: string;
  sender: string;
}

export interface Softphones {
  business_id: string;
  left_at: string | null;
  left_call_id: string | null;
  seen_at: string;
  state: string;
  user_id: string;
}

export interface SpeedToLead {
  business_id: string;
  campaign_id: string;
  settings: Json;
  version: number;
}

export interface SpeedToLeadTurns {
  business_id: string;
  campaign_id: string;
  rung_at: string;
  user_id: string;
}

export interface TaxCustomers {
  accountant_email: string | null;
  address: Generated<string>;
  business_id: string;
  email: string | null;
  name: Generated<string>;
  number: Generated<string>;
  zero_rate_reason: Generated<string>;
}

export interface TaxDocumentAllocations {
  business_id: string;
  document_id: string;
  given_at: string;
  number: string | null;
}

export interface TaxDocumentFiles {
  business_id: string;
  document_id: string;
  file: string;
  language: string;
  made_at: string;
  sha256: Buffer;
}

export interface TaxDocuments {
  about_id: string | null;
  business_id: string;
  content: Json;
  entity_id: string;
  id: string;
  idempotency_key: string;
  issued_at: string;
  issued_on: string;
  kind: string;
  language: string;
  needs_allocation: boolean;
  net: number;
  number: number;
  period_from: string | null;
  period_to: string | null;
  request_hash: Buffer;
  total: number;
  vat: number;
  vat_rate: number | null;
  zero_rate_reason: Generated<string>;
}

export interface TaxDocumentSeries {
  entity_id: string;
  kind: string;
  last_number: Generated<number>;
  last_on: string | null;
}

export interface TelephonyBudgets {
  balance: Numeric | null;
  business_id: string;
  connection_id: string;
  credit_floor: Generated<Numeric>;
  currency: string | null;
  month: string | null;
  monthly_cap: Numeric | null;
  read_at: string | null;
  spent: Numeric | null;
}

export interface TwoFactor {
  confirmed_at: string | null;
  last_step: Generated<number>;
  secret: Buffer;
  user_id: string;
}

export interface Users {
  calls_from: string | null;
  created_at: Generated<string>;
  email: string;
  email_verified_at: string | null;
  erased_at: string | null;
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

export interface VirtualNumbers {
  adopted: Json | null;
  business_id: string;
  campaign_id: string | null;
  connection_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  daily_test: Generated<boolean>;
  flow_id: string | null;
  given_back: string | null;
  id: string;
  keeps_changes: Generated<boolean>;
  label: Generated<string>;
  phone: string;
  provider_sid: string;
  release_at: string | null;
  release_tries: Generated<number>;
  released_at: string | null;
  routing: Json;
  sms: Generated<boolean>;
  state: Generated<string>;
}

export interface WaitingCallers {
  business_id: string;
  call_id: string;
  flow_id: string | null;
  seen_at: string;
  since: string;
  step_id: string;
  version: number | null;
}

export interface WebhookDeliveries {
  body: string | null;
  business_id: string;
  due_at: Generated<string>;
  event_id: string;
  facts: Json;
  happened_at: string;
  lead_id: string | null;
  leased_until: Generated<string>;
  log: Generated<Json>;
  refusals: Generated<number>;
  seq: Generated<number>;
  state: Generated<string>;
  tries: Generated<number>;
  type: string;
  webhook_id: string;
}

export interface Webhooks {
  business_id: string;
  campaign_ids: string[] | null;
  created_at: string;
  created_by: string | null;
  failing_since: string | null;
  failures: Generated<number>;
  id: string;
  key_id: string | null;
  language: string;
  last_failure: Json | null;
  last_success_at: string | null;
  name: string;
  old_secret: string | null;
  old_secret_until: string | null;
  pause_reason: string | null;
  paused_at: string | null;
  rests_until: Generated<string>;
  secret: string;
  served_at: Generated<string>;
  types: string[];
  url: string;
}

export interface WorkingHours {
  business_id: string;
  campaign_id: string | null;
  hours: Json | null;
  owner_id: Generated<string>;
  version: Generated<number>;
  written_until: string | null;
}

export interface DB {
  alarms: Alarms;
  api_keys: ApiKeys;
  assignment_rules: AssignmentRules;
  assignment_turns: AssignmentTurns;
  assignments: Assignments;
  attempts: Attempts;
  automation_causes: AutomationCauses;
  automation_runs: AutomationRuns;
  automation_versions: AutomationVersions;
  automation_watches: AutomationWatches;
  automations: Automations;
  billing_accounts: BillingAccounts;
  billing_collections: BillingCollections;
  billing_entries: BillingEntries;
  billing_invoices: BillingInvoices;
  billing_methods: BillingMethods;
  billing_offers: BillingOffers;
  billing_payments: BillingPayments;
  billing_plan_days: BillingPlanDays;
  billing_plan_versions: BillingPlanVersions;
  billing_postings: BillingPostings;
  billing_usage: BillingUsage;
  billing_usage_days: BillingUsageDays;
  billing_warnings: BillingWarnings;
  blacklist: Blacklist;
  booking_pages: BookingPages;
  businesses: Businesses;
  calendar_busy: CalendarBusy;
  calendar_connections: CalendarConnections;
  calendar_entries: CalendarEntries;
  calendar_feeds: CalendarFeeds;
  call_attempts: CallAttempts;
  call_counts: CallCounts;
  call_day_counts: CallDayCounts;
  call_flow_versions: CallFlowVersions;
  call_flows: CallFlows;
  call_month_counts: CallMonthCounts;
  call_sounds: CallSounds;
  calls: Calls;
  campaign_day_counts: CampaignDayCounts;
  campaign_links: CampaignLinks;
  campaign_members: CampaignMembers;
  campaign_month_counts: CampaignMonthCounts;
  campaigns: Campaigns;
  ceiling_uses: CeilingUses;
  connections: Connections;
  consents: Consents;
  conversations: Conversations;
  counter_audits: CounterAudits;
  daily_action_counts: DailyActionCounts;
  distinct_leads: DistinctLeads;
  duplicate_groups: DuplicateGroups;
  duplicate_members: DuplicateMembers;
  duplicate_sweeps: DuplicateSweeps;
  email_changes: EmailChanges;
  email_codes: EmailCodes;
  event_epochs: EventEpochs;
  events: Events;
  file_removals: FileRemovals;
  file_totals: FileTotals;
  follow_ups: FollowUps;
  form_submissions: FormSubmissions;
  forms: Forms;
  function_files: FunctionFiles;
  google_accounts: GoogleAccounts;
  google_returns: GoogleReturns;
  hole_checks: HoleChecks;
  idempotency_keys: IdempotencyKeys;
  invitation_campaigns: InvitationCampaigns;
  invitation_links: InvitationLinks;
  invitations: Invitations;
  join_links: JoinLinks;
  join_requests: JoinRequests;
  lead_capacities: LeadCapacities;
  lead_choices: LeadChoices;
  lead_comment_versions: LeadCommentVersions;
  lead_comments: LeadComments;
  lead_contacts: LeadContacts;
  lead_counts: LeadCounts;
  lead_day_counts: LeadDayCounts;
  lead_deliveries: LeadDeliveries;
  lead_enquiries: LeadEnquiries;
  lead_exports: LeadExports;
  lead_fields: LeadFields;
  lead_files: LeadFiles;
  lead_import_pieces: LeadImportPieces;
  lead_imports: LeadImports;
  lead_mail_addresses: LeadMailAddresses;
  lead_message_pages: LeadMessagePages;
  lead_messages: LeadMessages;
  lead_month_counts: LeadMonthCounts;
  lead_name_keys: LeadNameKeys;
  lead_quiet: LeadQuiet;
  lead_rings: LeadRings;
  lead_rows: LeadRows;
  lead_sources: LeadSources;
  lead_statuses: LeadStatuses;
  lead_tags: LeadTags;
  lead_templates: LeadTemplates;
  lead_viewers: LeadViewers;
  leads: Leads;
  legal_entities: LegalEntities;
  line_tests: LineTests;
  listed_recipients: ListedRecipients;
  meeting_links: MeetingLinks;
  meeting_notices: MeetingNotices;
  meetings: Meetings;
  member_quiet_hours: MemberQuietHours;
  memberships: Memberships;
  message_templates: MessageTemplates;
  messages: Messages;
  migrations: Migrations;
  missed_call_digests: MissedCallDigests;
  missed_callers: MissedCallers;
  name_words: NameWords;
  notice_decisions: NoticeDecisions;
  notification_audiences: NotificationAudiences;
  notification_choices: NotificationChoices;
  notification_settings: NotificationSettings;
  notifications: Notifications;
  number_forwards: NumberForwards;
  number_holes: NumberHoles;
  number_orders: NumberOrders;
  oauth_redirects: OauthRedirects;
  open_periods: OpenPeriods;
  operation_batches: OperationBatches;
  operation_items: OperationItems;
  operations: Operations;
  outside_calls: OutsideCalls;
  passkey_challenges: PasskeyChallenges;
  passkeys: Passkeys;
  password_resets: PasswordResets;
  payloads: Payloads;
  "payment_house.ledger": PaymentHouseLedger;
  "payment_house.setups": PaymentHouseSetups;
  pending_sign_ins: PendingSignIns;
  person_erasures: PersonErasures;
  phone_codes: PhoneCodes;
  provider_cleanup_tasks: ProviderCleanupTasks;
  provider_events: ProviderEvents;
  push_devices: PushDevices;
  recording_listens: RecordingListens;
  recordings: Recordings;
  recovery_codes: RecoveryCodes;
  relay_failures: RelayFailures;
  relay_position: RelayPosition;
  retention_periods: RetentionPeriods;
  ring_turns: RingTurns;
  saved_view_defaults: SavedViewDefaults;
  saved_views: SavedViews;
  sessions: Sessions;
  shift_periods: ShiftPeriods;
  shift_plans: ShiftPlans;
  shift_settings: ShiftSettings;
  shift_swaps: ShiftSwaps;
  shift_weeks: ShiftWeeks;
  sms_opt_outs: SmsOptOuts;
  softphones: Softphones;
  speed_to_lead: SpeedToLead;
  speed_to_lead_turns: SpeedToLeadTurns;
  tax_customers: TaxCustomers;
  tax_document_allocations: TaxDocumentAllocations;
  tax_document_files: TaxDocumentFiles;
  tax_document_series: TaxDocumentSeries;
  tax_documents: TaxDocuments;
  telephony_budgets: TelephonyBudgets;
  two_factor: TwoFactor;
  users: Users;
  virtual_numbers: VirtualNumbers;
  waiting_callers: WaitingCallers;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
  working_hours: WorkingHours;
}
