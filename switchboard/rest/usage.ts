import { API_VERSION, talkSeconds } from '../calls/call-params.ts'
import { pageOf } from './paging.ts'
import type { RestContext, RestRoute } from './route.ts'
import { PAGE_PARAMS, param } from './route.ts'

const DAY_MS = 86_400_000
const MINUTE_PRICE = 0.01
const SEGMENT_PRICE = 0.05

type Line = { category: string; day: string; count: number; usage: number; unit: string; price: number }

/**
 * Routes for the usage of an account by day and category, at fictitious prices. Calls are billed per started minute.
 */
export const usageRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/Accounts/:account/Usage/Records/Daily.json',
    params: ['Category', 'StartDate', 'EndDate', 'IncludeSubaccounts', ...PAGE_PARAMS],
    handle(context) {
      const lines = [...linesOf(context).values()].filter((line) => isWanted(context, line))
      return pageOf(context, 'usage_records', lines, (line) => render(context, line))
    },
  },
]

function linesOf({ core, account }: RestContext): Map<string, Line> {
  const lines = new Map<string, Line>()
  const add = (at: number, category: string, usage: number, priced: { unit: string; price: number }) => {
    const day = new Date(at).toISOString().slice(0, 10)
    const key = `${day} ${category}`
    const line = lines.get(key) ?? { category, day, count: 0, usage: 0, unit: priced.unit, price: 0 }
    lines.set(key, {
      ...line,
      count: line.count + 1,
      usage: line.usage + usage,
      price: line.price + usage * priced.price,
    })
  }
  for (const call of core.store.list('calls'))
    if (call.accountSid === account.sid && call.answeredAt)
      add(
        call.createdAt,
        call.direction === 'inbound' ? 'calls-inbound' : 'calls-outbound',
        Math.ceil(talkSeconds(call) / 60),
        { unit: 'minutes', price: MINUTE_PRICE },
      )
  for (const message of core.store.list('messages'))
    if (message.accountSid === account.sid)
      add(message.createdAt, message.direction === 'inbound' ? 'sms-inbound' : 'sms-outbound', message.segments, {
        unit: 'segments',
        price: SEGMENT_PRICE,
      })
  return lines
}

function isWanted(context: RestContext, { category, day }: Line): boolean {
  const today = new Date().toISOString().slice(0, 10)
  const standard = new Date(Date.now() - 365 * DAY_MS).toISOString().slice(0, 10)
  if (param(context, 'Category') && param(context, 'Category') !== category) return false
  return day >= (param(context, 'StartDate') ?? standard) && day <= (param(context, 'EndDate') ?? today)
}

const render = ({ account, path }: RestContext, { category, day, count, usage, unit, price }: Line) => ({
  account_sid: account.sid,
  api_version: API_VERSION,
  as_of: new Date().toISOString(),
  category,
  description: category,
  start_date: day,
  end_date: day,
  count: String(count),
  count_unit: category.startsWith('calls') ? 'calls' : 'messages',
  usage: String(usage),
  usage_unit: unit,
  price: price.toFixed(5),
  price_unit: 'USD',
  subresource_uris: {},
  uri: path,
})
