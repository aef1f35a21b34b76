import { randomBytes } from 'node:crypto'
import { API_VERSION, rfc2822 } from '../calls/call-params.ts'
import { json } from '../http/serve.ts'
import { makeSid } from '../sids.ts'
import type { AccountRow } from '../store/records.ts'
import { fits, pageOf } from './paging.ts'
import { PAGE_PARAMS, param, type RestRoute } from './route.ts'
import { VendorError } from './vendor-error.ts'

const STATUSES = ['active', 'suspended', 'closed'] as const

/** Routes for subaccounts. Each has its own token, numbers and signatures. */
export const accountRoutes: RestRoute[] = [
  {
    method: 'POST',
    path: '/Accounts.json',
    params: ['FriendlyName'],
    handle(context) {
      const { core, account: owner } = context
      if (owner.ownerSid !== owner.sid) throw new VendorError(403, 20_003, 'A subaccount cannot create subaccounts')
      const account: AccountRow = {
        sid: makeSid('AC'),
        authToken: randomBytes(16).toString('hex'),
        friendlyName: param(context, 'FriendlyName') ?? `SubAccount Created at ${new Date().toISOString()}`,
        status: 'active',
        ownerSid: owner.sid,
        createdAt: Date.now(),
      }
      core.store.put('accounts', account)
      return json(201, render(account))
    },
  },
  {
    method: 'GET',
    path: '/Accounts.json',
    params: ['FriendlyName', 'Status', ...PAGE_PARAMS],
    handle(context) {
      const { core, account: owner } = context
      const accounts = core.store
        .list('accounts')
        .filter((account) => account.sid === owner.sid || account.ownerSid === owner.sid)
        .filter(({ friendlyName, status }) => fits(context, { FriendlyName: friendlyName, Status: status }))
      return pageOf(context, 'accounts', accounts, render)
    },
  },
  { method: 'GET', path: '/Accounts/:account.json', handle: ({ account }) => json(200, render(account)) },
  {
    method: 'POST',
    path: '/Accounts/:account.json',
    params: ['FriendlyName', 'Status'],
    handle(context) {
      const { core, account } = context
      const wanted = param(context, 'Status') ?? account.status
      const status = STATUSES.find((known) => known === wanted)
      if (!status) throw new VendorError(400, 20_001, 'Invalid account status')
      if (status !== account.status && account.ownerSid === account.sid)
        throw new VendorError(400, 20_001, 'The main account cannot be suspended or closed')
      const changed = { ...account, status, friendlyName: param(context, 'FriendlyName') ?? account.friendlyName }
      core.store.put('accounts', changed)
      return json(200, render(changed))
    },
  },
]

function render({ sid, authToken, friendlyName, status, ownerSid, createdAt }: AccountRow) {
  const uri = `/${API_VERSION}/Accounts/${sid}`
  return {
    sid,
    auth_token: authToken,
    friendly_name: friendlyName,
    status,
    type: 'Full',
    owner_account_sid: ownerSid,
    date_created: rfc2822(createdAt),
    date_updated: rfc2822(createdAt),
    uri: `${uri}.json`,
    subresource_uris: {
      available_phone_numbers: `${uri}/AvailablePhoneNumbers.json`,
      incoming_phone_numbers: `${uri}/IncomingPhoneNumbers.json`,
      calls: `${uri}/Calls.json`,
      recordings: `${uri}/Recordings.json`,
      messages: `${uri}/Messages.json`,
    },
  }
}
