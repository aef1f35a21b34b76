import { API_VERSION, rfc2822 } from '../calls/call-params.ts'
import { readMethod } from '../calls/instructions.ts'
import { clock } from '../clock.ts'
import { json } from '../http/serve.ts'
import { isE164, isLandline } from '../numbers/e164.ts'
import { blockOf } from '../numbers/inventory.ts'
import type { MessageRow } from '../store/records.ts'
import { fits, pageOf } from './paging.ts'
import { PAGE_PARAMS, param, type RestContext, type RestRoute, urlParam } from './route.ts'
import { notFound, VendorError } from './vendor-error.ts'

const BODY_MAX = 1_600
const PER_SEGMENT = 0.05

/** Routes for text messages. */
export const messageRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/Accounts/:account/Messages.json',
    params: ['To', 'From', 'Body', 'StatusCallback', 'ValidityPeriod'],
    handle: create,
  },
  {
    method: 'GET',
    path: '/Accounts/:account/Messages.json',
    params: ['To', 'From', ...PAGE_PARAMS],
    handle(context) {
      const rows = context.core.store
        .list('messages')
        .filter(({ accountSid }) => accountSid === context.account.sid)
        .filter(({ to, from }) => fits(context, { To: to, From: from }))
        .reverse()
      return pageOf(context, 'messages', rows, (row) => render(context, row))
    },
  },
  {
    method: 'GET',
    path: '/Accounts/:account/Messages/:sid.json',
    handle(context) {
      const row = context.core.store.get('messages', context.ids.sid ?? '')
      if (row?.accountSid !== context.account.sid) throw notFound(context.path)
      return json(200, render(context, row))
    },
  },
]

function create(context: RestContext) {
  const { core, account, handsets } = context
  const [to, from, body] = [param(context, 'To'), param(context, 'From'), param(context, 'Body')]
  if (!to) throw new VendorError(400, 21_604, "A 'To' phone number is required")
  if (!isE164(to)) throw new VendorError(400, 21_211, `The 'To' number ${to} is not a valid phone number`)
  if (isLandline(to)) throw new VendorError(400, 21_635, `'To' number cannot be a landline: ${to}`)
  if (!from) throw new VendorError(400, 21_603, "A 'From' phone number is required")
  if (!body) throw new VendorError(400, 21_602, 'Message body is required')
  if (body.length > BODY_MAX) throw new VendorError(400, 21_617, `The message body exceeds ${BODY_MAX} characters`)
  const owned = core.store.list('numbers').some((row) => row.phoneNumber === from && row.accountSid === account.sid)
  if (!isSenderName(from) && !(owned && blockOf(from)?.sms))
    throw new VendorError(
      400,
      21_606,
      `The 'From' ${from} is not a valid, SMS-capable number or sender of your account`,
    )
  if (handsets.hasOptedOut({ from, to }))
    throw new VendorError(400, 21_610, 'Attempt to send to unsubscribed recipient')
  const address = urlParam(context, 'StatusCallback', 21_609)
  const row = handsets.send(
    { accountSid: account.sid, from, to, body },
    address ? { address, method: readMethod('POST') } : undefined,
  )
  return json(201, render(context, row))
}

/**
 * Whether the sender is an alphanumeric sender ID: up to eleven letters, digits and spaces, with at least one letter.
 * It cannot receive replies.
 */
const isSenderName = (from: string) => /^[A-Za-z0-9 ]{1,11}$/.test(from) && /[A-Za-z]/.test(from)

function render({ core }: RestContext, row: MessageRow) {
  const isPriced = row.sentAt !== null && clock.now() - row.sentAt >= core.config.priceDelayMs
  return {
    sid: row.sid,
    account_sid: row.accountSid,
    messaging_service_sid: null,
    from: row.from,
    to: row.to,
    body: row.body,
    direction: row.direction,
    status: row.status,
    num_segments: String(row.segments),
    num_media: '0',
    error_code: row.errorCode,
    error_message: null,
    price: isPriced ? (-PER_SEGMENT * row.segments).toFixed(5) : null,
    price_unit: 'USD',
    api_version: API_VERSION,
    date_created: rfc2822(row.createdAt),
    date_updated: rfc2822(row.updatedAt),
    date_sent: row.sentAt ? rfc2822(row.sentAt) : null,
    uri: `/${API_VERSION}/Accounts/${row.accountSid}/Messages/${row.sid}.json`,
    subresource_uris: {},
  }
}
