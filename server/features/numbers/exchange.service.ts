import type { Deps } from '../../deps.ts'
import { VoiceError } from '../../providers/voice/voice.ts'
import { setProviderSid } from './numbers.queries.ts'
import { hooksFor } from './numbers.rules.ts'
import { listNumbersOfExchange } from './numbers-work.queries.ts'

type ExchangeDeps = Pick<Deps, 'caches' | 'voice' | 'workerDb' | 'tenants' | 'env' | 'onError'>

/**
 * Registers the businesses' numbers and the app's address with the built-in exchange, because the exchange does not
 * know demo numbers, may have lost its state, or the app's address may have changed. Idempotent.
 */
export async function tellExchange({ caches, voice, workerDb, tenants, env, onError }: ExchangeDeps) {
  caches.end(['connection.changed'])
  for (const { businessId, id, connectionId, phone, label } of await listNumbersOfExchange(workerDb)) {
    try {
      const connection = await voice.find(connectionId)
      if (connection?.kind !== 'local') continue
      const hooks = hooksFor(env.publicUrl, connectionId, label)
      const known = await connection.provider.findNumber(phone)
      if (known) await connection.provider.configureNumber(known.sid, hooks)
      const { sid } = known ?? (await connection.provider.buyNumber(phone, hooks))
      await setProviderSid(tenants.scope({ businessId }), businessId, { id, sid })
    } catch (error) {
      onError(error instanceof VoiceError ? new Error(`The exchange does not take ${phone}: ${error.message}`) : error)
    }
  }
}
