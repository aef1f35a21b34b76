import { isOwnFieldName } from '#contract/lead-fields/own-fields.ts'
import {
  type LeadSourceKind,
  NONE,
  NOTE,
  type SourceChoice,
  type SourceMapping,
  type UnreadReason,
} from '#contract/lead-sources/lead-sources.ts'
import { clickIdFields } from '#contract/leads/attribution.ts'
import { MESSAGE_MAX } from '#contract/leads/leads.ts'
import { type ImportSettings, importTargets, type ShownImportTarget } from '#contract/leads/sheets/lead-import.ts'
import { parsePhone } from '../../platform/phones.ts'
import type { FieldDefinitions } from '../lead-fields/values.rules.ts'
import { type Lookups, type RowValues, readRow } from '../leads/import/rows.rules.ts'
import { partOfName, suggestedFor } from './naming.rules.ts'
import type { FoundField } from './reading/flattening.rules.ts'

const NOTES_MAX = 100
const NOTE_MAX = 2_000
const ADDRESS_MAX = 2_000

export type MappingContext = {
  kind: LeadSourceKind
  /** Null: fields are recognised by their names. */
  mapping: SourceMapping | null
  campaignId: string
  own: FieldDefinitions
  lookups: Lookups
  now: Date
}
export type MappedLead = {
  values: RowValues
  landingPage: string | null
  referrer: string | null
  clickIds: Record<string, string>
  notes: { label: string; value: string }[]
  /** Absent: it is a lead. */
  reason?: UnreadReason
}

type Chosen = { field: FoundField; choice: SourceChoice }

/** What the fields of a request say of a lead. What a field of the lead cannot hold is kept as a note. */
export function mapFields(fields: readonly FoundField[], context: MappingContext): MappedLead {
  const chosen = context.mapping ? byMapping(fields, context.mapping) : byNames(fields, context)
  const { texts, left } = gathered(chosen)
  const { values, refused } = readTexts(texts, context)
  const of = (target: SourceChoice) => (texts.get(target)?.text ?? '').slice(0, ADDRESS_MAX).toWellFormed() || null
  const kept = new Set([...left, ...refused.flatMap((target) => texts.get(target)?.fields ?? [])])
  const notes = fields.filter((field) => kept.has(field)).slice(0, NOTES_MAX)
  const clicks = clickIdFields.flatMap((name) => {
    const id = of(name)?.slice(0, 500)
    return id ? [[name, id] as const] : []
  })
  const hasContact = values.phone !== undefined || values.email !== undefined
  return {
    values,
    landingPage: of('landingPage'),
    referrer: of('referrer'),
    clickIds: Object.fromEntries(clicks),
    notes: notes.map(({ label, value }) => ({ label, value: value.slice(0, NOTE_MAX).toWellFormed() })),
    ...(!hasContact && { reason: fields.length ? 'no_contact' : 'no_fields' }),
  }
}

const byMapping = (fields: readonly FoundField[], { columns }: SourceMapping): Chosen[] =>
  fields.map((field) => ({ field, choice: Object.hasOwn(columns, field.path) ? (columns[field.path] ?? NOTE) : NOTE }))

/** Amounts and statuses are not guessed: "status" and "price" of a sender seldom are those of the lead. */
const notGuessed: readonly SourceChoice[] = ['status', 'value']

function byNames(fields: readonly FoundField[], { kind, own }: Pick<MappingContext, 'kind' | 'own'>): Chosen[] {
  // Ad networks name their own kinds of sources, and mails their portal.
  const left = kind === 'web' ? notGuessed : [...notGuessed, 'source']
  const guessed = fields.map((field): Chosen => {
    const suggested = suggestedFor(field, own)
    return { field, choice: suggested === null || left.includes(suggested) ? NOTE : suggested }
  })
  const ofName = guessed.filter(({ choice }) => choice === 'name')
  const whole = ofName.find(({ field }) => partOfName(field) === 'whole')
  // A whole name beside its parts says all of it.
  const named = whole
    ? guessed.map((one) => (one.choice === 'name' && one !== whole ? { ...one, choice: NOTE as SourceChoice } : one))
    : guessed
  return named.some(({ choice }) => choice === 'phone' || choice === 'email') ? named : withContact(named)
}

const LIKE_PHONE = /^[+(0][\d\s().-]{8,19}$/
const LIKE_EMAIL = /^[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[^\s@<>]{2,}$/
/** Values that look like a phone or an e-mail, where no name says so. */
function withContact(chosen: readonly Chosen[]): Chosen[] {
  const first = (is: (value: string) => boolean) =>
    chosen.find(({ field, choice }) => choice === NOTE && is(field.value.trim()))
  const phone = first((value) => LIKE_PHONE.test(value) && parsePhone(value) !== undefined)
  const email = first((value) => LIKE_EMAIL.test(value))
  return chosen.map((one) =>
    one === phone ? { ...one, choice: 'phone' } : one === email ? { ...one, choice: 'email' } : one,
  )
}

type Text = { text: string; fields: FoundField[] }
/** Targets that hold several fields, and what stands between them. */
const between: Partial<Record<SourceChoice, string>> = { name: ' ', message: '\n' }

/** The text of each target, and the fields that are kept as notes. */
function gathered(chosen: readonly Chosen[]) {
  const texts = new Map<SourceChoice, Text>()
  const left: FoundField[] = []
  for (const { field, choice } of chosen) {
    if (choice === NONE) continue
    const there = texts.get(choice)
    const joint = between[choice]
    if (choice === NOTE) left.push(field)
    else if (!there) texts.set(choice, { text: field.value, fields: [field] })
    else if (joint !== undefined)
      texts.set(choice, { text: `${there.text}${joint}${field.value}`, fields: [...there.fields, field] })
    else if (choice === 'phone' && !parsePhone(there.text) && parsePhone(field.value)) {
      left.push(...there.fields)
      texts.set(choice, { text: field.value, fields: [field] })
    } else left.push(field)
  }
  return { texts, left }
}

const isOfRow = (target: SourceChoice): target is Exclude<ShownImportTarget, 'id'> & SourceChoice =>
  isOwnFieldName(target) || importTargets.some((one) => one === target)

/** Reads the texts as a row of a file is read: the registry of lead fields is one. */
function readTexts(texts: ReadonlyMap<SourceChoice, Text>, { mapping, campaignId, own, lookups, now }: MappingContext) {
  const targets = [...texts.keys()].filter(isOfRow)
  const settings: ImportSettings = {
    ...{ mode: 'create', key: 'phone', campaignId, notifies: true, defaults: {} },
    ...{ columns: targets, values: mapping?.values ?? {}, dateOrder: mapping?.dateOrder ?? 'dmy' },
  }
  const cells = targets.map((target) => cellOf(target, texts.get(target)?.text ?? ''))
  const { values, issues } = readRow(cells, { settings, own, lookups, now })
  return { values, refused: issues.flatMap(({ column }) => targets[column] ?? []) }
}

/** A long message is cut rather than lost; the whole request is kept beside it. */
const cellOf = (target: SourceChoice, text: string) =>
  target === 'message' ? text.slice(0, MESSAGE_MAX).toWellFormed() : text
