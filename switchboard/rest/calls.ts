import { API_VERSION, rfc2822, talkSeconds } from '../calls/call-params.ts'
import { readMethod, type Source } from '../calls/instructions.ts'
import { addressOf, startOutbound } from '../calls/outbound.ts'
import { clock } from '../clock.ts'
import { json } from '../http/serve.ts'
import { type CallRow, ENDED, type StatusCallback } from '../store/records.ts'
import { fits, pageOf } from './paging.ts'
import { numberParam, PAGE_PARAMS, param, type RestContext, type RestRoute, urlParam } from './route.ts'
import { notFound, VendorError } from './vendor-error.ts'

const TIMEOUT_S = 60
const TIMEOUT_MAX_S = 600
const LIMIT_S = 14_400
/** Keys, and pauses of half a second and of a second. */
const SENDABLE = /^[0-9A-D*#wW]{0,32}$/
const EVENTS = ['initiated', 'ringing', 'answered', 'completed']
const SOURCE = ['Url', 'Method', 'FallbackUrl', 'FallbackMethod', 'Twiml']
const CALLBACK = ['StatusCallback', 'StatusCallbackMethod']
const TIMES = ['StartTime', 'StartTime<', 'StartTime>', 'EndTime', 'EndTime<', 'EndTime>']

/** Routes that create, read, redirect and end calls. */
export const callRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/Accounts/:account/Calls.json',
    params: [
      'To',
      'From',
      ...SOURCE,
      ...CALLBACK,
      'StatusCallbackEvent[]',
      'Timeout',
      'TimeLimit',
      'CallerId',
      'CallReason',
      'SendDigits',
    ],
    handle: create,
  },
  {
    method: 'GET',
    path: '/Accounts/:account/Calls.json',
    params: ['To', 'From', 'ParentCallSid', 'Status', ...TIMES, ...PAGE_PARAMS],
    handle(context) {
      const rows = context.core.store
        .list('calls')
        .filter(({ accountSid }) => accountSid === context.account.sid)
        .filter(({ to, from, parentCallSid, status }) =>
          fits(context, { To: to, From: from, ParentCallSid: parentCallSid, Status: status }),
        )
        .filter((row) => isWithin(context, 'StartTime', startOf(row)) && isWithin(context, 'EndTime', row.endedAt))
        .reverse()
      return pageOf(context, 'calls', rows, (row) => render(context, row))
    },
  },
  {
    method: 'GET',
    path: '/Accounts/:account/Calls/:sid.json',
    handle: (context) => json(200, render(context, findCall(context))),
  },
  {
    method: 'POST',
    path: '/Accounts/:account/Calls/:sid.json',
    params: ['Status', ...SOURCE, ...CALLBACK],
    handle: update,
  },
]

function create(context: RestContext) {
  const { core, account } = context
  const [to, from] = [param(context, 'To'), param(context, 'From')]
  if (!to) throw new VendorError(400, 21_201, "No 'To' number is specified")
  const address = addressOf(to)
  if (!address) throw new VendorError(400, 21_211, `Invalid 'To' Phone Number: ${to}`)
  if (!from) throw new VendorError(400, 21_213, "No 'From' number is specified")
  const number = core.store.list('numbers').find((row) => row.phoneNumber === from && row.accountSid === account.sid)
  if (!number && !from.startsWith('client:'))
    throw new VendorError(
      400,
      21_210,
      `The source phone number provided, ${from}, is not yet verified for your account`,
    )
  const source = givenSource(context)
  if (!source) throw new VendorError(400, 21_205, 'Url parameter is required')
  const sendDigits = param(context, 'SendDigits') ?? ''
  if (!SENDABLE.test(sendDigits)) throw new VendorError(400, 21_206, `Invalid SendDigits: ${sendDigits}`)
  const call = startOutbound(
    core,
    {
      accountSid: account.sid,
      from: param(context, 'CallerId') ?? from,
      to,
      phoneNumberSid: number?.sid ?? null,
      source,
      sendDigits,
      callback: givenCallback(context),
      timeoutMs: 1_000 * Math.max(1, numberParam(context, 'Timeout', TIMEOUT_S, TIMEOUT_MAX_S)),
      limitMs: 1_000 * Math.max(1, numberParam(context, 'TimeLimit', LIMIT_S, LIMIT_S)),
    },
    address,
  )
  return json(201, render(context, call.row))
}

function update(context: RestContext) {
  const row = findCall(context)
  const call = context.core.live.get(row.sid)
  if (!call) throw new VendorError(400, 21_220, 'Invalid call state: the call is not in progress')
  const status = param(context, 'Status')
  const source = givenSource(context)
  if (status !== undefined && status !== 'canceled' && status !== 'completed')
    throw new VendorError(400, 21_218, `Invalid status: ${status}`)
  if (status === 'canceled' && row.status === 'in-progress')
    throw new VendorError(400, 21_220, 'Invalid call state: a call that was answered cannot be canceled')
  if (!status && source && row.status !== 'in-progress')
    throw new VendorError(400, 21_220, 'Call is not in-progress. Cannot redirect.')
  if (status) call.hangUp(status === 'completed' && !row.answeredAt ? 'canceled' : status)
  else if (source) call.redirect(source)
  else throw new VendorError(400, 20_001, 'Status, Url or Twiml is required')
  return json(200, render(context, call.row))
}

function givenSource(context: RestContext): Source | undefined {
  const address = urlParam(context, 'Url', 21_205)
  const twiml = param(context, 'Twiml')
  const fallbackUrl = urlParam(context, 'FallbackUrl', 21_205)
  const fallback = fallbackUrl
    ? { address: fallbackUrl, method: readMethod(param(context, 'FallbackMethod')) }
    : undefined
  if (address) return { address, method: readMethod(param(context, 'Method')), fallback }
  return twiml ? { twiml, fallback } : undefined
}

function givenCallback(context: RestContext): StatusCallback | undefined {
  const address = urlParam(context, 'StatusCallback', 21_609)
  const named = context.params.getAll('StatusCallbackEvent').flatMap((value) => value.split(' '))
  const unknown = named.find((event) => !EVENTS.includes(event))
  if (unknown !== undefined) throw new VendorError(400, 21_626, `Invalid status callback event: ${unknown}`)
  if (!address) return undefined
  const events = named.length > 0 ? named : ['completed']
  return { address, method: readMethod(param(context, 'StatusCallbackMethod')), events }
}

function findCall({ core, account, ids, path }: RestContext): CallRow {
  const row = core.store.get('calls', ids.sid ?? '')
  if (row?.accountSid !== account.sid) throw notFound(path)
  return row
}

const startOf = ({ answeredAt, createdAt }: CallRow) => answeredAt ?? createdAt

/**
 * Whether a time matches the filters `Name` (a date), `Name>` (from) and `Name<` (until). The latter two accept a date
 * or a time.
 */
function isWithin(context: RestContext, name: string, at: number | null): boolean {
  const [on, from, until] = [param(context, name), param(context, `${name}>`), param(context, `${name}<`)]
  if (at === null) return on === undefined && from === undefined && until === undefined
  if (on !== undefined && new Date(at).toISOString().slice(0, 10) !== on.slice(0, 10)) return false
  if (from !== undefined && at < Date.parse(from)) return false
  return until === undefined || at <= Date.parse(until) + (until.length > 10 ? 0 : 86_400_000)
}

function render({ core }: RestContext, row: CallRow) {
  const uri = `/${API_VERSION}/Accounts/${row.accountSid}/Calls/${row.sid}`
  const isOver = ENDED.has(row.status)
  const seconds = talkSeconds(row)
  const isPriced = isOver && row.endedAt !== null && clock.now() - row.endedAt >= core.config.priceDelayMs
  return {
    sid: row.sid,
    account_sid: row.accountSid,
    parent_call_sid: row.parentCallSid,
    phone_number_sid: row.phoneNumberSid,
    from: row.from,
    from_formatted: row.from,
    to: row.to,
    to_formatted: row.to,
    direction: row.direction,
    status: row.status,
    start_time: isOver || row.answeredAt ? rfc2822(startOf(row)) : null,
    end_time: row.endedAt ? rfc2822(row.endedAt) : null,
    duration: isOver ? String(seconds) : null,
    price: isPriced ? (-0.01 * Math.ceil(seconds / 60)).toFixed(5) : null,
    price_unit: 'USD',
    answered_by: null,
    forwarded_from: null,
    caller_name: null,
    group_sid: null,
    queue_time: '0',
    trunk_sid: null,
    annotation: null,
    api_version: API_VERSION,
    date_created: rfc2822(row.createdAt),
    date_updated: rfc2822(row.updatedAt),
    uri: `${uri}.json`,
    subresource_uris: { recordings: `${uri}/Recordings.json` },
  }
}
