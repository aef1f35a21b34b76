import type pg from 'pg'
import type { FlowBranch, FlowContent, FlowStep, Ring } from '../contract/calls/flows/flow-shapes.ts'
import { newHours } from '../contract/working-hours/new-hours.ts'
import { business, campaign, uuid } from './world.ts'

/** The second number of the large business, created by seed-calls.sql. */
export const FLOW_NUMBER = '+972720000102'
const PEOPLE = 50

const spoken = { by: 'text', text: 'שלום' } as const
const ring: Ring = {
  whom: { by: 'campaign' },
  order: 'round_robin',
  seconds: 20,
  knownFirst: true,
  onShiftOnly: true,
}
const listed: Ring = {
  ...ring,
  whom: { by: 'list', targets: [{ kind: 'phone', phone: '+972501111111', userId: null, weight: 1 }] },
  order: 'together',
  onShiftOnly: false,
}
const at = (id: string, branch: FlowBranch) => ({ id, branch })

/** Twenty steps; while the business is open, a caller reaches the first ring step after two questions and two greetings. */
const steps: FlowStep[] = [
  { id: 'a', parent: null, kind: 'open', condition: { by: 'campaign' } },
  { id: 'b', parent: at('a', 'open'), kind: 'say', spoken },
  { id: 'c', parent: at('a', 'open'), kind: 'open', condition: { by: 'shifts' } },
  { id: 'd', parent: at('c', 'open'), kind: 'say', spoken },
  { id: 'e', parent: at('c', 'open'), kind: 'ring', ring },
  { id: 'f', parent: at('c', 'open'), kind: 'ring', ring: listed },
  {
    ...{ id: 'g', parent: at('c', 'open'), kind: 'wait', ring, seconds: 300 },
    ...{ music: null, tellsPlace: true, offersCallback: true },
  },
  { id: 'h', parent: at('c', 'open'), kind: 'voicemail', spoken },
  { id: 'i', parent: at('c', 'closed'), kind: 'say', spoken },
  { id: 'j', parent: at('c', 'closed'), kind: 'ring', ring: listed },
  { id: 'k', parent: at('c', 'closed'), kind: 'voicemail', spoken },
  { id: 'l', parent: at('a', 'closed'), kind: 'say', spoken },
  {
    ...{ id: 'm', parent: at('a', 'closed'), kind: 'menu', spoken, seconds: 5, repeats: 1, otherwiseAs: null },
    keys: [
      { key: '1', label: 'Sales' },
      { key: '2', label: 'Service' },
    ],
  },
  { id: 'n', parent: at('m', '1'), kind: 'say', spoken },
  { id: 'o', parent: at('m', '1'), kind: 'ring', ring: listed },
  { id: 'p', parent: at('m', '1'), kind: 'voicemail', spoken },
  { id: 'q', parent: at('m', '2'), kind: 'say', spoken },
  { id: 'r', parent: at('m', '2'), kind: 'forward', phone: '+972501111111', seconds: 20 },
  { id: 's', parent: at('m', 'otherwise'), kind: 'say', spoken },
  { id: 't', parent: at('m', 'otherwise'), kind: 'message', spoken },
]
const content: FlowContent = {
  settings: { language: 'he', recording: true, whisper: { isOn: false, text: '' }, screening: false },
  steps,
}

/** Attaches a flow to the second number of a campaign that is open, with fifty people on shift whose phones are open. */
export async function makeFlow(admin: pg.Client) {
  const flow = uuid(500)
  const people = Array.from({ length: PEOPLE }, (_, i) => uuid(600 + i))
  const insert = (text: string, ...values: unknown[]) => admin.query(text, [business, ...values])
  await admin.query(
    `insert into users (id, name, email, status, phone_verified_at)
     select p, 'On shift ' || i, 'shift' || i || '@example.test', 'Active', now()
     from unnest($1::uuid[]) with ordinality as x(p, i) on conflict do nothing`,
    [people],
  )
  await insert(
    `insert into memberships (business_id, user_id, role) select $1, p, 'Admin' from unnest($2::uuid[]) p
     on conflict do nothing`,
    people,
  )
  await insert(
    `insert into shift_plans (business_id, user_id, written_until)
     select $1, p, now() + interval '1 day' from unnest($2::uuid[]) p on conflict do nothing`,
    people,
  )
  await insert(
    `insert into shift_periods (business_id, user_id, is_on_call, starts_at, ends_at)
     select $1, p, false, now() - interval '1 hour', now() + interval '1 day' from unnest($2::uuid[]) p
     on conflict do nothing`,
    people,
  )
  await insert(
    `insert into working_hours (business_id, campaign_id, hours, written_until) values ($1, $2, $3, now() + interval '1 year')
     on conflict do nothing`,
    campaign,
    JSON.stringify(newHours('jerusalem')),
  )
  await insert(
    `insert into open_periods (business_id, campaign_id, opens_at, closes_at)
     values ($1, $2, now() - interval '1 hour', now() + interval '1 day')
     on conflict (business_id, owner_id, opens_at) do nothing`,
    campaign,
  )
  await insert(
    `insert into softphones (business_id, user_id, state, seen_at)
     select $1, p, 'available', now() + interval '1 hour' from unnest($2::uuid[]) p
     on conflict (business_id, user_id) do update set seen_at = excluded.seen_at`,
    people,
  )
  await insert(
    `insert into call_flows (business_id, id, name, version) values ($1, $2, 'Twenty steps', 1) on conflict do nothing`,
    flow,
  )
  await insert(
    `insert into call_flow_versions (business_id, flow_id, version, content) values ($1, $2, 1, $3)
     on conflict (business_id, flow_id, version) do update set content = excluded.content`,
    flow,
    JSON.stringify(content),
  )
  await insert(
    'update virtual_numbers set flow_id = $2, campaign_id = $3 where business_id = $1 and phone = $4',
    flow,
    campaign,
    FLOW_NUMBER,
  )
}
