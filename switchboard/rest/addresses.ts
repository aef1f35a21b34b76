import { API_VERSION, rfc2822 } from '../calls/call-params.ts'
import { json } from '../http/serve.ts'
import { makeSid } from '../sids.ts'
import type { AddressRow } from '../store/records.ts'
import { pageOf } from './paging.ts'
import { PAGE_PARAMS, param, type RestContext, type RestRoute } from './route.ts'
import { VendorError } from './vendor-error.ts'

const REQUIRED = ['CustomerName', 'Street', 'City', 'Region', 'PostalCode', 'IsoCountry'] as const

/** Routes for the addresses of an account, which some numbers require. */
export const addressRoutes: RestRoute[] = [
  { method: 'POST', path: '/Accounts/:account/Addresses.json', params: [...REQUIRED, 'FriendlyName'], handle: create },
  {
    method: 'GET',
    path: '/Accounts/:account/Addresses.json',
    params: PAGE_PARAMS,
    handle(context) {
      const rows = context.core.store.list('addresses').filter(({ accountSid }) => accountSid === context.account.sid)
      return pageOf(context, 'addresses', rows, render)
    },
  },
]

function create(context: RestContext) {
  const [customerName, street, city, region, postalCode, isoCountry] = REQUIRED.map((name) => {
    const value = param(context, name)
    if (!value) throw new VendorError(400, 20_001, `${name} is required`)
    return value
  }) as [string, string, string, string, string, string]
  const sid = makeSid('AD')
  const createdAt = Date.now()
  const accountSid = context.account.sid
  const row = { sid, accountSid, customerName, street, city, region, postalCode, isoCountry, createdAt }
  context.core.store.put('addresses', row)
  return json(201, render(row))
}

const render = (row: AddressRow) => ({
  sid: row.sid,
  account_sid: row.accountSid,
  friendly_name: '',
  customer_name: row.customerName,
  street: row.street,
  street_secondary: null,
  city: row.city,
  region: row.region,
  postal_code: row.postalCode,
  iso_country: row.isoCountry,
  emergency_enabled: false,
  validated: false,
  verified: false,
  date_created: rfc2822(row.createdAt),
  date_updated: rfc2822(row.createdAt),
  uri: `/${API_VERSION}/Accounts/${row.accountSid}/Addresses/${row.sid}.json`,
})
