import type { AuditValue } from '#contract/audit.ts'
import type { Language } from '#contract/constants.ts'
import type { EventName } from '#contract/events/catalogue.ts'
import { wallTimeOf } from '#contract/values/clock.ts'
import { formatPhone, isPhone } from '#contract/values/phones.ts'
import { type CityKey, cityOf } from '#contract/working-hours/cities.ts'
import { hasText, translate } from '../../platform/texts.ts'

/** Names by id: of users, campaigns, statuses and others. */
export type Names = ReadonlyMap<string, string>
type Reader = { names: Names; language: Language }

const say = (language: Language, key: string, values?: Record<string, unknown>) =>
  translate(language, 'audit-server', key, values)

export const actionOf = (name: EventName, language: Language) => say(language, `events.${name}`)
export const headOf = (column: string, language: Language) => say(language, `columns.${column}`)
/** A field without a text here keeps its name from the event. */
export const labelOf = (field: string, language: Language) =>
  hasText('audit-server', `fields.${field}`) ? say(language, `fields.${field}`) : field

/** The log says of these large values only that they changed; the events contain them. */
const large = new Set([
  'fields',
  'texts',
  'routing',
  'image',
  'hue',
  'query',
  'openDays',
  'holidayRules',
  'specialDays',
  'restTimes',
  'shiftTemplates',
  'shiftMinimums',
  'assignmentMembers',
  'bookingSettings',
  'escalation',
  'mapping',
])
export const isLarge = (field: string) => large.has(field)
const money = new Set(['value'])
const times = new Set(['closesAt', 'expiresAt', 'dueAt', 'pausedUntil', 'until'])

const moneyText = (agorot: number, language: Language) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'ILS' }).format(agorot / 100)

/** A value in the reader’s language, in parts; empty for none. */
export function piecesOf(field: string, value: unknown, reader: Reader): AuditValue {
  const { language } = reader
  if (field === 'campaignIds' && value === null) return plain(say(language, 'everyCampaign'))
  if (isNothing(value)) return []
  if (large.has(field)) return plain(say(language, 'rewritten'))
  if (typeof value === 'boolean') return plain(say(language, value ? 'yes' : 'no'))
  if (typeof value === 'number') return plain(money.has(field) ? moneyText(value, language) : String(value))
  if (typeof value === 'string') return plain(times.has(field) ? wallTimeOf(value) : wordOf(field, value, reader))
  if (Array.isArray(value)) return value.flatMap((one) => itemOf(field, one, reader))
  return Object.entries(value as object).flatMap(([key, one]) => pairOf(field, key, one, reader))
}

const plain = (text: string): AuditValue => [{ name: null, text }]

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && !Object.keys(value).length)

const WORD = /^[\w -]+$/
function wordOf(field: string, value: string, { names, language }: Reader): string {
  const known = names.get(value)
  if (known !== undefined) return known
  if (field === 'restCity') return cityOf(value as CityKey)[language]
  const key = `words.${field}.${value}`
  return WORD.test(value) && hasText('audit-server', key) ? say(language, key) : value
}

/** An item of a list: a word, a user or campaign with a role, a link by its label. */
function itemOf(field: string, item: unknown, reader: Reader): AuditValue {
  if (typeof item !== 'object' || item === null) return piecesOf(field, item, reader)
  const { userId, campaignId, role, label, url } = item as Record<string, string | undefined>
  const who = userId ?? campaignId
  if (who && role) return pairOf(field, who, role, reader)
  const text = label || url
  return text ? plain(text) : []
}

/** Gives the name to the first part, unless that part has its own, as in nested filters. */
function pairOf(field: string, key: string, value: unknown, reader: Reader): AuditValue {
  const name = reader.names.get(key) ?? labelOf(key, reader.language)
  const isRole = field === 'campaigns' || field === 'members'
  const pieces = piecesOf(isRole ? 'role' : key, value, reader)
  return pieces.map((piece, at) => (at === 0 && piece.name === null ? { ...piece, name } : piece))
}

/** One detail of an event as one line of text, for files. Direction marks separate its parts. */
export function detailText({ label, before, after }: Line, language: Language): string {
  if (before === null) return say(language, 'detail', { label, after: lineOf(after, language) })
  return say(language, 'change', { label, before: lineOf(before, language), after: lineOf(after, language) })
}
type Line = { label: string; before: AuditValue | null; after: AuditValue }

const lineOf = (value: AuditValue, language: Language) =>
  value
    .map(({ name, text }) => (name === null ? isolated(text) : say(language, 'pair', { name, value: isolated(text) })))
    .join('; ') || say(language, 'none')

/** Phones left to right, other text in its own direction. */
const isolated = (text: string) => (isPhone(text) ? `\u2066${formatPhone(text)}\u2069` : `\u2068${text}\u2069`)

export const actorText = (
  by: { kind: 'person' | 'key' | 'form' | 'automation' | 'system'; name: string | null },
  language: Language,
) => by.name ?? say(language, `actors.${by.kind}`)
