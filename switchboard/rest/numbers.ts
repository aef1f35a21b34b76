import { API_VERSION, rfc2822 } from '../calls/call-params.ts'
import { json } from '../http/serve.ts'
import { blockOf, COUNTRY_CODE } from '../numbers/inventory.ts'
import { makeSid } from '../sids.ts'
import { HOOK_FIELDS, type NumberHooks, type NumberRow } from '../store/records.ts'
import { fits, pageOf } from './paging.ts'
import { PAGE_PARAMS, param, type RestContext, type RestRoute, urlParam } from './route.ts'
import { notFound, VendorError } from './vendor-error.ts'

const INVALID = 21_421
const TAKEN = 21_422
const NEEDS_ADDRESS = 21_631
const NEEDS_BUNDLE = 21_649
const BAD_URL = 21_502
const BAD_METHOD = 21_403
const BAD_REQUEST = 20_001

const vendorName = (field: string) => field.replace(/^./, (letter) => letter.toUpperCase())
const snakeName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const CONFIGURED = ['FriendlyName', ...HOOK_FIELDS.map(vendorName)]
const HOLDERS = ['AddressSid', 'BundleSid', 'IdentitySid']
/** At the vendor these come before the addresses. Accounts of the exchange have none of them, so they can only be empty. */
const HANDLERS = ['VoiceApplicationSid', 'SmsApplicationSid', 'TrunkSid']

/** Routes for an account's numbers and their webhooks. */
export const numberRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/Accounts/:account/IncomingPhoneNumbers.json',
    params: ['PhoneNumber', 'FriendlyName', 'Beta', 'Origin', ...PAGE_PARAMS],
    handle(context) {
      const rows = context.core.store
        .list('numbers')
        .filter(({ accountSid }) => accountSid === context.account.sid)
        .filter(({ phoneNumber, friendlyName }) =>
          fits(context, { PhoneNumber: phoneNumber, FriendlyName: friendlyName }),
        )
        .reverse()
      return pageOf(context, 'incoming_phone_numbers', rows, render)
    },
  },
  {
    method: 'POST',
    path: '/Accounts/:account/IncomingPhoneNumbers.json',
    params: ['PhoneNumber', ...CONFIGURED, ...HANDLERS, 'VoiceReceiveMode', ...HOLDERS],
    handle: buy,
  },
  {
    method: 'GET',
    path: '/Accounts/:account/IncomingPhoneNumbers/:sid.json',
    handle: (context) => json(200, render(findNumber(context))),
  },
  {
    method: 'POST',
    path: '/Accounts/:account/IncomingPhoneNumbers/:sid.json',
    params: [...CONFIGURED, ...HANDLERS, 'VoiceReceiveMode', ...HOLDERS],
    handle(context) {
      const number = configured(context, findNumber(context))
      context.core.store.put('numbers', number)
      return json(200, render(number))
    },
  },
  {
    method: 'DELETE',
    path: '/Accounts/:account/IncomingPhoneNumbers/:sid.json',
    handle(context) {
      context.core.store.delete('numbers', findNumber(context).sid)
      return { status: 204 }
    },
  },
]

function buy(context: RestContext) {
  const { core, account } = context
  const phoneNumber = param(context, 'PhoneNumber')
  if (!phoneNumber || !blockOf(phoneNumber))
    throw new VendorError(400, INVALID, `PhoneNumber is invalid: ${phoneNumber ?? ''}`)
  if (core.store.list('numbers').some((number) => number.phoneNumber === phoneNumber))
    throw new VendorError(400, TAKEN, `${phoneNumber} is not available`)
  const now = Date.now()
  const hooks = Object.fromEntries(
    HOOK_FIELDS.map((field) => [field, field.endsWith('Method') ? 'POST' : '']),
  ) as NumberHooks
  const number = configured(context, {
    sid: makeSid('PN'),
    accountSid: account.sid,
    phoneNumber,
    friendlyName: phoneNumber,
    hooks: { ...hooks, statusCallbackMethod: 'POST' },
    ...papersOf(context, phoneNumber),
    createdAt: now,
    updatedAt: now,
  })
  core.store.put('numbers', number)
  return json(201, render(number))
}

/**
 * Checks the address and the bundle given for a number. Both must belong to the account, even if the number does not
 * require them.
 */
function papersOf(context: RestContext, phoneNumber: string) {
  const { core, account } = context
  const block = blockOf(phoneNumber)
  const [addressSid, bundleSid] = [param(context, 'AddressSid'), param(context, 'BundleSid')]
  const address = addressSid ? core.store.get('addresses', addressSid) : undefined
  const isLocal = !block?.papers || (address?.isoCountry === COUNTRY_CODE && address.city === block.locality)
  if ((block?.papers || addressSid) && !(address?.accountSid === account.sid && isLocal))
    throw new VendorError(400, NEEDS_ADDRESS, 'Phone Number Requires an Address that satisfies its requirements')
  const bundle = bundleSid ? core.store.get('bundles', bundleSid) : undefined
  if ((block?.papers || bundleSid) && bundle?.accountSid !== account.sid)
    throw new VendorError(400, NEEDS_BUNDLE, 'Phone Number Requires an approved Bundle of your account')
  return { addressSid: addressSid ?? null, bundleSid: bundleSid ?? null }
}

function configured(context: RestContext, number: NumberRow): NumberRow {
  for (const name of HANDLERS)
    if (param(context, name)) throw new VendorError(400, BAD_REQUEST, `${name} is not one of the account`)
  if (!['voice', undefined].includes(param(context, 'VoiceReceiveMode')))
    throw new VendorError(400, BAD_REQUEST, 'VoiceReceiveMode must be voice')
  const hooks = { ...number.hooks }
  for (const field of HOOK_FIELDS) {
    const name = vendorName(field)
    if (!context.params.has(name)) continue
    if (field.endsWith('Method')) hooks[field] = givenMethod(context, name)
    else hooks[field] = urlParam(context, name, BAD_URL) ?? ''
  }
  const friendlyName = param(context, 'FriendlyName') ?? number.friendlyName
  return { ...number, hooks, friendlyName, updatedAt: Date.now() }
}

function givenMethod(context: RestContext, name: string): string {
  const method = param(context, name) ?? 'POST'
  if (method !== 'GET' && method !== 'POST') throw new VendorError(400, BAD_METHOD, `${name} is not valid: ${method}`)
  return method
}

function findNumber({ core, account, ids, path }: RestContext): NumberRow {
  const number = core.store.get('numbers', ids.sid ?? '')
  if (number?.accountSid !== account.sid) throw notFound(path)
  return number
}

function render({ sid, accountSid, phoneNumber, friendlyName, hooks, createdAt, updatedAt, ...papers }: NumberRow) {
  const block = blockOf(phoneNumber)
  return {
    sid,
    account_sid: accountSid,
    phone_number: phoneNumber,
    friendly_name: friendlyName,
    ...Object.fromEntries(HOOK_FIELDS.map((field) => [snakeName(field), hooks[field]])),
    voice_application_sid: null,
    voice_caller_id_lookup: false,
    voice_receive_mode: 'voice',
    sms_application_sid: '',
    trunk_sid: null,
    address_sid: papers.addressSid ?? null,
    address_requirements: block?.papers ? 'local' : 'none',
    bundle_sid: papers.bundleSid ?? null,
    identity_sid: null,
    emergency_address_sid: null,
    emergency_status: 'Inactive',
    emergency_address_status: 'unregistered',
    capabilities: { voice: true, sms: block?.sms ?? false, mms: false, fax: false },
    beta: false,
    origin: 'twilio',
    status: 'in-use',
    type: (block?.type ?? 'Local').toLowerCase(),
    api_version: API_VERSION,
    date_created: rfc2822(createdAt),
    date_updated: rfc2822(updatedAt),
    uri: `/${API_VERSION}/Accounts/${accountSid}/IncomingPhoneNumbers/${sid}.json`,
  }
}
