import { type Language, TIME_ZONE } from '#contract/constants.ts'
import type { EventName } from '#contract/events.ts'
import { hasText, translate } from '../../platform/http/texts.ts'

/** Names by id: of people, campaigns, statuses, whatever an event speaks of. */
export type Names = ReadonlyMap<string, string>
type Reader = { names: Names; language: Language }

const say = (language: Language, key: string, values?: Record<string, unknown>) =>
  translate(language, 'audit-server', key, values)

export const actionOf = (name: EventName, language: Language) => say(language, `events.${name}`)
export const headOf = (column: string, language: Language) => say(language, `columns.${column}`)
/** A field that is new to this file keeps the name that it has in the event. */
export const labelOf = (field: string, language: Language) =>
  hasText('audit-server', `fields.${field}`) ? say(language, `fields.${field}`) : field

/** Of large things the log says that they changed; what they were, the events keep. */
const large = new Set(['fields', 'texts', 'routing', 'image', 'hue'])
export const isLarge = (field: string) => large.has(field)
const money = new Set(['value'])
const times = new Set(['closesAt', 'expiresAt'])

/** `2026-01-31 14:05:09`, as spreadsheets read a time. */
const timeFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })
export const timeText = (at: string) => timeFormat.format(new Date(at))

const moneyText = (agorot: number, language: Language) =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'ILS' }).format(agorot / 100)

/** A value in the reader's words; null where there is none. */
export function valueText(field: string, value: unknown, reader: Reader): string | null {
  const { language } = reader
  if (field === 'campaignIds' && value === null) return say(language, 'everyCampaign')
  if (isNothing(value)) return null
  if (large.has(field)) return say(language, 'rewritten')
  if (typeof value === 'boolean') return say(language, value ? 'yes' : 'no')
  if (typeof value === 'number') return money.has(field) ? moneyText(value, language) : String(value)
  if (typeof value === 'string') return times.has(field) ? timeText(value) : wordOf(field, value, reader)
  if (Array.isArray(value)) return listed(value.map((one) => itemText(field, one, reader)))
  return listed(Object.entries(value as object).map(([key, one]) => pairText(field, key, one, reader)))
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && !Object.keys(value).length)

const listed = (texts: (string | null)[]) => texts.filter((text) => text !== null).join('; ')

const WORD = /^[\w -]+$/
function wordOf(field: string, value: string, { names, language }: Reader): string {
  const known = names.get(value)
  if (known !== undefined) return known
  const key = `words.${field}.${value}`
  return WORD.test(value) && hasText('audit-server', key) ? say(language, key) : value
}

/** One of a list: a word, a person or campaign with a role, a link by its label. */
function itemText(field: string, item: unknown, reader: Reader): string | null {
  if (typeof item !== 'object' || item === null) return valueText(field, item, reader)
  const { userId, campaignId, role, label, url } = item as Record<string, string | undefined>
  const who = userId ?? campaignId
  if (who && role) return pairText(field, who, role, reader)
  return label || url || null
}

const pairText = (field: string, key: string, value: unknown, reader: Reader) => {
  const name = reader.names.get(key) ?? labelOf(key, reader.language)
  const isRole = field === 'campaigns' || field === 'members'
  const text = valueText(isRole ? 'role' : key, value, reader)
  return text === null ? null : say(reader.language, 'pair', { name, value: text })
}

/** One detail in one line, for files. */
export function detailText({ label, before, after }: Line, language: Language): string {
  const none = say(language, 'none')
  if (before === null) return say(language, 'detail', { label, after: after ?? none })
  return say(language, 'change', { label, before, after: after ?? none })
}
type Line = { label: string; before: string | null; after: string | null }

export const actorText = (
  by: { kind: 'person' | 'key' | 'form' | 'system'; name: string | null },
  language: Language,
) => by.name ?? say(language, `actors.${by.kind}`)
export const noneText = (language: Language) => say(language, 'none')
