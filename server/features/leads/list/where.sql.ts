import { type RawBuilder, sql } from 'kysely'
import {
  partsOf,
  type Where,
  type WhereField,
  type WhereGroup,
  type WhereRule,
  whereFields,
} from '#contract/lead-where.ts'
import { tagKey } from '#contract/tags.ts'
import { parsePhone } from '../../../platform/http/phones.ts'
import type { LeadSight } from '../../access/access.rules.ts'
import { isDuplicate } from '../leads.sql.ts'
import { rangeOf } from './date-ranges.rules.ts'

type Sql = RawBuilder<unknown>
type About = { sight: LeadSight; today: string; isMasked: boolean }

/**
 * A filter tree as a condition on `leads`. Values are parameters always; the text depends on the tree's shape alone.
 * A lead for which a rule does not hold (null is such, too) is one for which the opposite rule holds.
 */
export function compileWhere(where: Where, about: About): Sql {
  const compiled = (group: Where | WhereGroup): Sql => {
    const { isAll, parts } = partsOf<WhereRule | WhereGroup>(group)
    const conditions = parts.map((part) => ('field' in part ? compileRule(part, about) : compiled(part)))
    return sql`(${sql.join(conditions, isAll ? sql` and ` : sql` or `)})`
  }
  return compiled(where)
}

function compileRule(rule: WhereRule, about: About): Sql {
  switch (whereFields[rule.field]) {
    case 'text':
      return textRule(rule, about.isMasked)
    case 'choice':
      return choiceRule(rule)
    case 'number':
      return numberRule(rule)
    case 'date':
      return dateRule(rule, about.today)
    case 'flag':
      return flagRule(rule, about)
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

/** Of phones and e-mails that are masked a reader learns no more than whether there is one. */
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

/** Phones are kept in E.164: without what people write between digits, and without the leading zero of the country's way. */
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

/** By ids of people, and `none`. */
export function isAssigned(people: readonly string[]): Sql {
  const ids = people.filter((one) => one !== 'none')
  const isTheirs = sql`leads.assigned_to = any(${ids}::uuid[])`
  if (!people.includes('none')) return isTheirs
  return ids.length ? sql`(leads.assigned_to is null or ${isTheirs})` : sql`leads.assigned_to is null`
}

/** Any of these tags, given in lower case. */
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

/** To whoever is shown masks no lead is a duplicate. */
function flagRule({ field, value }: WhereRule, { sight, isMasked }: About): Sql {
  const isTwin = isMasked ? none : sql`(${isDuplicate(sql.raw('leads'), sight)})`
  const isSo = field === 'unread' ? sql`leads.read_at is null` : isTwin
  return value ? isSo : sql`not (${isSo})`
}
