import { type RawBuilder, sql } from 'kysely'
import {
  partsOf,
  type Where,
  type WhereField,
  type WhereGroup,
  type WhereRule,
  whereFields,
} from '#contract/leads/lead-where.ts'
import { tagKey } from '#contract/leads/tags.ts'
import { parsePhone } from '../../../platform/http/phones.ts'
import type { LeadScope } from '../../access/access.rules.ts'
import { isDuplicate } from '../leads.sql.ts'
import { rangeOf } from './date-ranges.rules.ts'

type Sql = RawBuilder<unknown>
type WhereContext = { scope: LeadScope; today: string; isMasked: boolean }

/**
 * A filter tree as a condition on `leads`. Values are parameters; the text depends only on the tree’s shape. Negated
 * rules hold for null too.
 */
export function compileWhere(where: Where, context: WhereContext): Sql {
  const compiled = (group: Where | WhereGroup): Sql => {
    const { isAll, parts } = partsOf<WhereRule | WhereGroup>(group)
    const conditions = parts.map((part) => ('field' in part ? compileRule(part, context) : compiled(part)))
    return sql`(${sql.join(conditions, isAll ? sql` and ` : sql` or `)})`
  }
  return compiled(where)
}

function compileRule(rule: WhereRule, context: WhereContext): Sql {
  switch (whereFields[rule.field]) {
    case 'text':
      return textRule(rule, context.isMasked)
    case 'choice':
      return choiceRule(rule)
    case 'number':
      return numberRule(rule)
    case 'date':
      return dateRule(rule, context.today)
    case 'flag':
      return flagRule(rule, context)
  }
}

const columns: Partial<Record<WhereField, Sql>> = {
  name: sql`leads.name`,
  phone: sql`coalesce(leads.phone, '')`,
  email: sql`coalesce(leads.email, '')`,
  utmSource: sql`coalesce(leads.utm->>'source', '')`,
  utmMedium: sql`coalesce(leads.utm->>'medium', '')`,
  utmCampaign: sql`coalesce(leads.utm->>'campaign', '')`,
  utmContent: sql`coalesce(leads.utm->>'content', '')`,
  utmTerm: sql`coalesce(leads.utm->>'term', '')`,
  campaign: sql`leads.campaign_id`,
  status: sql`leads.status_id`,
  source: sql`leads.source`,
  date: sql`leads.created_at`,
  lastActivity: sql`leads.last_activity_at`,
  firstResponse: sql`leads.first_response_at`,
}
const columnOf = (field: WhereField) => columns[field] as Sql

/** Of masked contacts a reader may ask only whether they are empty. */
function textRule({ field, op, value }: WhereRule, isMasked: boolean): Sql {
  const isHidden = isMasked && (field === 'phone' || field === 'email') && op !== 'empty' && op !== 'notEmpty'
  const column = isHidden ? sql`''` : columnOf(field)
  const text = String(value ?? '')
  const whole = field === 'phone' ? (parsePhone(text) ?? text) : text
  const part = field === 'phone' ? partOfPhone(text) : text
  switch (op) {
    case 'is':
      return sql`lower(${column}) = lower(${whole})`
    case 'isNot':
      return sql`lower(${column}) <> lower(${whole})`
    case 'contains':
      return sql`lower(${column}) like like_pattern(${part})`
    case 'notContains':
      return sql`lower(${column}) not like like_pattern(${part})`
    case 'empty':
      return sql`${column} = ''`
    default:
      return sql`${column} <> ''`
  }
}

/** Phones are stored in E.164: drops separators and the leading zero of a national number. */
function partOfPhone(text: string) {
  const digits = text.replace(/\D/g, '')
  return digits.replace(/^0+(?=\d)/, '') || text
}

const none = sql`false`
const every = sql`true`
function choiceRule({ field, op, value }: WhereRule): Sql {
  const isEmpty: Partial<Record<WhereField, Sql>> = {
    assigned: sql`leads.assigned_to is null`,
    tag: sql`leads.tags = '{}'`,
    source: sql`leads.source = ''`,
  }
  if (op === 'empty') return isEmpty[field] ?? none
  if (op === 'notEmpty') return isEmpty[field] ? sql`not (${isEmpty[field]})` : every
  const isAmong = amongOf(field, value as string[])
  return op === 'in' ? isAmong : sql`not coalesce(${isAmong}, false)`
}

function amongOf(field: WhereField, values: readonly string[]): Sql {
  switch (field) {
    case 'assigned':
      return isAssigned(values)
    case 'tag':
      return hasTag(values.map(tagKey))
    case 'statusType':
      return sql`leads.status_id in (select s.id from lead_statuses s
        where s.business_id = leads.business_id and s.type = any(${values}::text[]))`
    case 'source':
      return sql`leads.source = any(${values}::text[])`
    default:
      return sql`${columnOf(field)} = any(${values}::uuid[])`
  }
}

/** User ids, and `none` for unassigned. */
export function isAssigned(people: readonly string[]): Sql {
  const ids = people.filter((one) => one !== 'none')
  const isAssignedToAny = sql`leads.assigned_to = any(${ids}::uuid[])`
  if (!people.includes('none')) return isAssignedToAny
  return ids.length ? sql`(leads.assigned_to is null or ${isAssignedToAny})` : sql`leads.assigned_to is null`
}

/** Has any of these tags, given in lower case. */
export const hasTag = (keys: readonly string[]): Sql =>
  sql`exists (select from lead_tags t where t.business_id = leads.business_id and t.lead_id = leads.id and t.key = any(${keys}::text[]))`

function numberRule({ op, value }: WhereRule): Sql {
  switch (op) {
    case 'eq':
      return sql`leads.value = ${value}::bigint`
    case 'gte':
      return sql`leads.value >= ${value}::bigint`
    case 'lte':
      return sql`leads.value <= ${value}::bigint`
    case 'between': {
      const [least, most] = value as [number, number]
      return sql`leads.value between ${least}::bigint and ${most}::bigint`
    }
    case 'empty':
      return sql`leads.value is null`
    default:
      return sql`leads.value is not null`
  }
}

function dateRule(rule: WhereRule, today: string): Sql {
  const column = columnOf(rule.field)
  if (rule.op === 'empty') return sql`${column} is null`
  const { from, to } = rule.op === 'notEmpty' ? {} : rangeOf(rule, today)
  return sql`(${column} is not null ${from ? sql`and ${column} >= start_of(${from}::date)` : sql``}
    ${to ? sql`and ${column} < start_of(${to}::date + 1)` : sql``})`
}

/** For readers who see masks no lead is a duplicate. */
function flagRule({ field, value }: WhereRule, { scope, isMasked }: WhereContext): Sql {
  const isDuplicateLead = isMasked ? none : sql`(${isDuplicate(sql.raw('leads'), scope)})`
  const isSet = field === 'unread' ? sql`leads.read_at is null` : isDuplicateLead
  return value ? isSet : sql`not (${isSet})`
}
