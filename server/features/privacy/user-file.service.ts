import { extname } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { ZipEntry } from '../../platform/http/content/zip.ts'
import { findImage } from '../avatars/avatars.service.ts'
import type { Account } from '../personal-data.ts'
import { asJson, OTHERS, readSections } from './file-sections.ts'
import * as queries from './user-file.queries.ts'

/** Maximum number of rows per kind and business, newest first, so that the file stays small enough to open. */
const ROWS_LIMIT = 20_000

const ORDER = [
  ...[
    'sessions',
    'passkeys',
    'googleAccounts',
    'businesses',
    'notifications',
    'notNotified',
    'messagesSent',
    'requestsToJoin',
  ],
  ...['invitations', OTHERS],
]
const ORDER_IN_BUSINESS = ['comments', 'actions', 'recordingsHeard', OTHERS]

/** Exports the data of an account: one readable file, and the image. */
export async function* entriesOfUser(deps: Deps, userId: string): AsyncGenerator<ZipEntry> {
  const { workerDb: db, accounts, now } = deps
  const [account] = await queries.findAccount(db, userId)
  if (!account) return
  const lists = [{ businesses: () => businessesOf(deps, account) }, ...accounts.map((one) => one.export)]
  const sections = await readSections(lists, ORDER, (list) => list(db, account))
  yield { name: 'my-data.json', bytes: asJson({ madeAt: now().toISOString(), account, ...sections }) }
  const image =
    String(account.image ?? '')
      .split('/')
      .at(-1) ?? ''
  const found = image && (await findImage(deps, image))
  if (found) yield { name: `image${extname(image)}`, bytes: found.bytes }
}

async function businessesOf({ workerDb: db, accounts }: Deps, { userId }: Account) {
  const businesses = []
  const lists = [{ actions: queries.listActions }, ...accounts.map((one) => one.exportInBusiness)]
  for (const { businessId, ...membership } of await queries.listMemberships(db, userId)) {
    const own = { userId, most: ROWS_LIMIT }
    const rows = await readSections(lists, ORDER_IN_BUSINESS, (list) => list(db, businessId, own))
    businesses.push({ ...membership, ...rows })
  }
  return businesses
}
