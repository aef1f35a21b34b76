import { AGOROT_MAX, email as emailShape, INTAKE_NAME_MAX, line, text as textShape } from '#contract/common.ts'
import { isFieldOf, isOwnFieldName, keyOfFieldName, type OwnField } from '#contract/lead-fields/own-fields.ts'
import { SOURCE_MAX, type utmFields } from '#contract/leads/attribution.ts'
import { LOST_REASON_MAX, MESSAGE_MAX } from '#contract/leads/leads.ts'
import type { LeftReason } from '#contract/leads/operations.ts'
import type { ImportSettings, ImportTarget, ShownImportTarget } from '#contract/leads/sheets/lead-import.ts'
import { tags as tagsShape } from '#contract/leads/tags.ts'
import { momentOf } from '#contract/values/clock.ts'
import { isId } from '../../../platform/ids.ts'
import { parsePhone } from '../../../platform/phones.ts'
import { type FieldDefinitions, fieldWithKey, readValues, type StoredChanges } from '../../lead-fields/values.rules.ts'
import { plainText } from './texts.rules.ts'

const AGOROT = 100
const UTM_MAX = 500
const DAY_MS = 86_400_000
/** Made once: making a shape costs more than checking a cell. */
const shapes = {
  name: line(INTAKE_NAME_MAX),
  source: line(SOURCE_MAX),
  lostReason: line(LOST_REASON_MAX),
  message: textShape(MESSAGE_MAX),
  utm: textShape(UTM_MAX),
}
/** Two digits of a year are of this century. */
const CENTURY = 2_000

/** What a row says of a lead. A field that is absent was empty. */
export type RowValues = {
  id?: string
  name?: string
  phone?: string
  email?: string
  campaignId?: string
  statusId?: string
  assignedTo?: string
  source?: string
  createdAt?: string
  value?: number
  tags?: string[]
  lostReason?: string
  message?: string
  utm: Partial<Record<(typeof utmFields)[number], string>>
  fields: Record<string, unknown>
}
export type RowIssue = { reason: LeftReason; column: number }
type Read<T> = { value: T } | { reason: LeftReason }

/** What names in a file stand for, by target: ids and keys of options by plain text. */
export type Lookups = ReadonlyMap<string, ReadonlyMap<string, string>>
export type RowContext = { settings: ImportSettings; own: FieldDefinitions; lookups: Lookups; now: Date }

const ok = <T>(value: T): Read<T> => ({ value })
const no = (reason: LeftReason) => ({ reason })

/** An amount with a sign of a currency, and thousands separated by commas or spaces. */
export function readNumber(text: string): number | undefined {
  const digits = text.replace(/[\s,₪$€]|ש["״']?ח|nis|ils/giu, '').replace(/^\+/, '')
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?/
/** A day, perhaps with a time on the clock in Israel, in ISO notation or in the order of the file. */
export function readMoment(text: string, order: ImportSettings['dateOrder']) {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(.*))?$/.exec(text)
  const local = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:,?\s+(.*))?$/.exec(text)
  const [first, second, third, time] = (iso ?? local ?? []).slice(1).map((part) => part ?? '')
  if (!first || !second || !third) return undefined
  const [year, month, date] = iso
    ? [first, second, third]
    : order === 'dmy'
      ? [third, second, first]
      : [third, first, second]
  const day = [Number(year) + (year.length === 2 ? CENTURY : 0), month.padStart(2, '0'), date.padStart(2, '0')].join(
    '-',
  )
  // Refuses days that no month has.
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = TIME.exec(time ?? '') ?? []
  if (time && !TIME.test(time)) return undefined
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return { day, minute: Number(hours) * 60 + Number(minutes), second: Number(seconds) }
}

function readDate(text: string, { settings, now }: RowContext): Read<string> {
  const read = readMoment(text, settings.dateOrder)
  if (!read) return no('invalid_date')
  const at = momentOf(read.day, read.minute).getTime() + read.second * 1_000
  // A lead did not come tomorrow.
  return at > now.getTime() + DAY_MS || read.day < '1990' ? no('invalid_date') : ok(new Date(at).toISOString())
}

/** The parts of a cell with several values: lines, else what semicolons or commas separate. */
export function splitParts(text: string) {
  const separator = text.includes('\n') ? '\n' : text.includes(';') ? ';' : ','
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
}

const shaped = <T>(
  shape: { safeParse: (text: string) => { success: true; data: T } | { success: false } },
  text: string,
  reason: LeftReason,
): Read<T> => {
  const parsed = shape.safeParse(text)
  return parsed.success ? ok(parsed.data) : no(reason)
}

function readAmount(text: string): Read<number> {
  const amount = readNumber(text)
  const agorot = amount === undefined ? -1 : Math.round(amount * AGOROT)
  return agorot < 0 || agorot > AGOROT_MAX ? no('invalid_amount') : ok(agorot)
}

/** What a text stands for: as chosen, else by its name; undefined: the default. */
export function resolve(target: string, text: string, { settings, lookups }: Omit<RowContext, 'own' | 'now'>) {
  const chosen = settings.values[target]?.[text]
  return chosen === undefined ? lookups.get(target)?.get(plainText(text)) : (chosen ?? undefined)
}

type Put = (values: RowValues, text: string, context: RowContext) => LeftReason | undefined
/** Stores what a cell says, or gives the reason why it cannot. */
const put =
  <T>(read: (text: string, context: RowContext) => Read<T>, store: (values: RowValues, value: T) => void): Put =>
  (values, text, context) => {
    const result = read(text, context)
    if ('reason' in result) return result.reason
    store(values, result.value)
    return undefined
  }
const chosen =
  (target: ImportTarget, store: (values: RowValues, id: string) => void): Put =>
  (values, text, context) => {
    const id = resolve(target, text, context)
    if (id !== undefined) store(values, id)
    return undefined
  }
const utm = (field: (typeof utmFields)[number]): Put =>
  put(
    (text) => shaped(shapes.utm, text, 'too_long'),
    (values, value) => {
      values.utm[field] = value
    },
  )
const assign =
  <K extends keyof RowValues>(key: K) =>
  (values: RowValues, value: RowValues[K]) => {
    values[key] = value
  }

const targets: Record<ImportTarget, Put> = {
  id: put((text) => (isId(text.toLowerCase()) ? ok(text.toLowerCase()) : no('invalid_id')), assign('id')),
  name: put((text) => shaped(shapes.name, text, 'too_long'), assign('name')),
  phone: put((text) => {
    const phone = parsePhone(text)
    return phone ? ok(phone) : no('invalid_phone')
  }, assign('phone')),
  email: put((text) => shaped(emailShape, text, 'invalid_email'), assign('email')),
  campaign: chosen('campaign', assign('campaignId')),
  status: chosen('status', assign('statusId')),
  assignedTo: chosen('assignedTo', assign('assignedTo')),
  source: put((text) => shaped(shapes.source, text, 'too_long'), assign('source')),
  date: put(readDate, assign('createdAt')),
  value: put(readAmount, assign('value')),
  tags: put((text) => shaped(tagsShape, splitParts(text) as never, 'too_many_tags'), assign('tags')),
  lostReason: put((text) => shaped(shapes.lostReason, text, 'too_long'), assign('lostReason')),
  message: put((text) => shaped(shapes.message, text, 'too_long'), assign('message')),
  utmSource: utm('source'),
  utmMedium: utm('medium'),
  utmCampaign: utm('campaign'),
  utmContent: utm('content'),
  utmTerm: utm('term'),
}

/** A value of an own field in the form of the API; undefined: unknown names, which are left out. */
function ownValue(field: OwnField, text: string, target: string, context: RowContext): unknown {
  const { type } = field
  if (type === 'number') return readNumber(text) ?? text
  if (type === 'date') return readMoment(text, context.settings.dateOrder)?.day ?? text
  if (type === 'money') {
    const amount = readNumber(text)
    return amount === undefined ? text : Math.round(amount * AGOROT)
  }
  if (type === 'yes_no') {
    const key = resolve(target, text, context)
    return key === undefined ? undefined : key === 'yes'
  }
  if (type === 'choice') return resolve(target, text.trim(), context)
  if (type !== 'choices') return text
  const whole = resolve(target, text, context)
  const keys = whole === undefined ? splitParts(text).map((part) => resolve(target, part, context)) : [whole]
  const found = keys.filter((key) => key !== undefined)
  return found.length ? found : undefined
}

/** Stands for an empty cell, except in texts. */
const NOTHING = /^[-–—]+$/
const dashed: readonly string[] = ['phone', 'email', 'campaign', 'status', 'date', 'assignedTo', 'value']
const isEmpty = (target: ShownImportTarget, text: string) =>
  text === '' || (NOTHING.test(text) && dashed.includes(target))
/** Reads the cells of a row: its values, and what is wrong with them. */
export function readRow(cells: readonly string[], context: RowContext): { values: RowValues; issues: RowIssue[] } {
  const values: RowValues = { utm: {}, fields: {} }
  const issues: RowIssue[] = []
  for (const [column, target] of context.settings.columns.entries()) {
    const text = cells[column] ?? ''
    if (target === null || isEmpty(target, text.trim())) continue
    const reason = putCell(values, target, text, context)
    if (reason) issues.push({ reason, column })
  }
  return { values, issues }
}

function putCell(values: RowValues, target: ShownImportTarget, text: string, context: RowContext) {
  if (!isOwnFieldName(target)) return targets[target](values, target === 'tags' ? text : text.trim(), context)
  const field = fieldWithKey(context.own, keyOfFieldName(target))
  if (!field) return undefined
  const value = ownValue(field, text, target, context)
  if (value === undefined) return undefined
  if (readValues(context.own, { [field.key]: value } as never, undefined).issues.length) return 'invalid_value'
  values.fields[field.key] = value
  return undefined
}

/** Own values as leads of the campaign store them; fields that the campaign does not have are left out. */
export function storedFields({ fields }: RowValues, own: FieldDefinitions, campaignId: string): StoredChanges {
  const ofCampaign = Object.entries(fields).filter(([key]) => {
    const field = fieldWithKey(own, key)
    return field !== undefined && isFieldOf(field, campaignId)
  })
  return readValues(own, Object.fromEntries(ofCampaign) as never, campaignId).values
}
