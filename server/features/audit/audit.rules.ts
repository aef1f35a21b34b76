import type { AuditKind, SubjectKind } from '#contract/events/audit.ts'
import { auditPayloads } from '#contract/events/audit-events.ts'
import { type EventName, eventPayloads } from '#contract/events/events.ts'
import type { AuditEvent } from './audit.queries.ts'

/**
 * Kind of an event by the prefix of its name; null: not in the log. `takings` is access to data: downloads and
 * listening.
 */
const kinds: Record<string, AuditKind | null> = {
  session: 'access',
  account: 'access',
  member: 'team',
  invitation: 'team',
  join: 'team',
  join_link: 'team',
  key: 'keys',
  business: 'settings',
  status: 'settings',
  retention: 'settings',
  notification_settings: 'settings',
  connection: 'settings',
  blacklist: 'settings',
  recipient: 'settings',
  campaign: 'campaigns',
  form: 'campaigns',
  number: 'campaigns',
  calls: 'takings',
  audit: 'takings',
  recording: 'takings',
  lead: 'leads',
  leads: 'leads',
  operation: 'leads',
  // Ringing phones: the list of calls is their log.
  call: null,
  // Test notifications to oneself.
  notification: null,
}
const prefixOf = (name: EventName) => name.slice(0, name.indexOf('.'))

/** Unlisted prefixes count as settings. */
export const kindOf = (name: EventName): AuditKind | null => {
  const kind = kinds[prefixOf(name)]
  return kind === undefined ? 'settings' : kind
}

/** All logged event names, in the order of their kinds. */
export const auditNames = ([...Object.keys(eventPayloads), ...Object.keys(auditPayloads)] as EventName[]).filter(
  (name) => kindOf(name) !== null,
)

export const namesOf = ({ kind, action }: { kind?: AuditKind | undefined; action?: string | undefined }) =>
  auditNames.filter((name) => (!kind || kindOf(name) === kind) && (!action || name === action))

/** Whether none of these events is of a single lead. */
export const isAside = (names: readonly EventName[]) => names.every((name) => !name.startsWith('lead.'))

/** Subject of an event: its kind, and the payload fields of its id and name. */
type About = { kind: SubjectKind; id?: string; name?: string }
/** By event name or prefix. */
const abouts: Partial<Record<string, About>> = {
  lead: { kind: 'lead', id: 'leadId' },
  campaign: { kind: 'campaign', id: 'campaignId' },
  member: { kind: 'person', id: 'userId' },
  'session.refused': { kind: 'person', id: 'userId' },
  'session.locked_out': { kind: 'person', id: 'userId' },
  'member.invited': { kind: 'invitation', id: 'invitationId', name: 'email' },
  invitation: { kind: 'invitation', id: 'invitationId', name: 'email' },
  join: { kind: 'request', id: 'userId', name: 'name' },
  key: { kind: 'key', id: 'keyId', name: 'name' },
  form: { kind: 'form', id: 'formId', name: 'name' },
  number: { kind: 'number', id: 'numberId', name: 'phone' },
  status: { kind: 'status', id: 'statusId', name: 'nameHe' },
  connection: { kind: 'connection', id: 'connectionId', name: 'accountSid' },
  blacklist: { kind: 'blacklist', id: 'entryId', name: 'phone' },
  recording: { kind: 'call', id: 'callId' },
  operation: { kind: 'operation', id: 'operationId' },
}

export type Subject = { kind: SubjectKind; id: string | null; campaignId: string; storedName: string | null }
export function subjectOf({ name, payload, personal, campaignId }: AuditEvent): Subject | null {
  const about = abouts[name] ?? abouts[prefixOf(name)]
  if (!about) return null
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const id = about.id ? text(payload[about.id]) : null
  const said = about.name ? (text(payload[about.name]) ?? text(personal?.[about.name])) : null
  const storedName = said ?? (about.kind === 'invitation' ? text(personal?.phone) : null)
  return { kind: about.kind, id, campaignId, storedName }
}

/** Payload fields shown as details; ids and counters are shown elsewhere. */
const facts = new Set([
  'way',
  'secondFactor',
  'reason',
  'sessions',
  'role',
  'campaigns',
  'takeOver',
  'openLeads',
  'to',
  'source',
  'state',
  'isEnabled',
  'isNew',
  'leads',
  'kind',
  'isDownload',
  'closesAt',
  'email',
  'phone',
  'name',
  'note',
  'message',
  'asked',
])

export type Detail = { field: string; before?: unknown; after: unknown }
type Changes = Record<string, [unknown, unknown]>

/** Details of an event: changes with the values before, and single facts. */
export function detailsOf({ name, payload, personal }: AuditEvent): Detail[] {
  const changes = { ...(payload.changes as Changes), ...(personal?.changes as Changes) }
  const about = subjectOf({ name, payload, personal } as AuditEvent)
  const said = { ...payload, ...personal } as Record<string, unknown>
  const isTold = (field: string, value: unknown) =>
    facts.has(field) && value !== null && value !== undefined && value !== '' && value !== about?.storedName
  return [
    ...Object.entries(changes).map(([field, [before, after]]) =>
      isCreation(name) ? { field, after } : { field, before, after },
    ),
    ...Object.entries(said)
      .filter(([field, value]) => isTold(field, value))
      .map(([field, value]) =>
        // The only fact that is a change: the state of a join request.
        field === 'state' && Array.isArray(value)
          ? { field, before: value[0], after: value[1] }
          : { field, after: value },
      ),
  ]
}

const isCreation = (name: EventName) => name.endsWith('.created')
