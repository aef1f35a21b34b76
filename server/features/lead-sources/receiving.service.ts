import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/ids.ts'
import { shortAddress } from '../payloads/payloads.rules.ts'
import { isGoogleKey } from './addresses.ts'
import { insertDelivery, takeAsSample } from './deliveries.queries.ts'
import type { FoundSource } from './lead-sources.queries.ts'
import { readRequest } from './reading/bodies.rules.ts'
import { toStored } from './reading/decoding.rules.ts'

type Sent = { body: Buffer; contentType: string | null; ip: string }
type ReceiveDeps = Pick<Deps, 'env' | 'tenants' | 'now'>

/** Stores a request as it came; it is read afterwards. Returns the status of the reply. */
export async function receive({ env, tenants, now }: ReceiveDeps, source: FoundSource, sent: Sent): Promise<number> {
  const { id: sourceId, business_id: businessId } = source
  const id = newId()
  const at = now().toISOString()
  await tenants
    .scope({ businessId })
    .transaction()
    .execute(async (tx) => {
      await insertDelivery(tx, businessId, {
        ...{ id, sourceId, at, state: 'waiting', fields: null },
        contentType: sent.contentType?.slice(0, 200).toWellFormed() ?? null,
        address: shortAddress(sent.ip),
        ...toStored(sent.body),
      })
      await takeAsSample(tx, businessId, { sourceId, id, now: at })
    })
  return source.kind === 'google_ads' && !hasGoogleKey(env.secretKey, source.key, sent) ? 403 : 200
}

/** Google shows the reply to the test that it offers beside the key, so a wrong one is said at once. */
function hasGoogleKey(secretKey: string, key: string, { body, contentType }: Sent) {
  const read = readRequest('google_ads', body, contentType)
  return 'one' in read && isGoogleKey(secretKey, key, read.one.googleKey)
}
