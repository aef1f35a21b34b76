import type { Db } from '../../platform/db/db.ts'
import { unseal } from '../../platform/sealed.ts'
import type { ExchangeAccount } from '../../providers/voice/exchange-account.ts'
import { openTwilioVoice, TWILIO_URL, twilioSoftphoneKey } from '../../providers/voice/twilio.ts'
import type { VoiceProvider } from '../../providers/voice/voice.ts'
import { remembered } from '../access/remembered.ts'
import { type FoundConnection, findConnectionById } from './connections.queries.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const SECRETS = 'secrets of providers of numbers'

/** A business's account, with the provider opened. */
export type Connection = {
  id: string
  businessId: string
  kind: VoiceProvider['kind']
  accountSid: string
  /** Hooks are signed with one of these. */
  tokens: readonly string[]
  provider: VoiceProvider
}
export type Voice = ReturnType<typeof openVoice>

export const placeOf = (connectionId: string) => ({ purpose: SECRETS, place: connectionId })

type Given = { pool: Db; secretKey: string; exchange: () => ExchangeAccount | undefined }

/** Accounts with providers by their id, remembered for two seconds. */
export function openVoice({ pool, secretKey, exchange }: Given) {
  const find = remembered(async (id: string) => {
    const found = await findConnectionById(pool, id)
    return found && open(found)
  })

  function open(found: FoundConnection): Connection | undefined {
    if (found.provider === 'local') return openLocal(found)
    // Disconnected: its row stands for its calls, without a secret.
    if (found.auth_token.length === 0) return undefined
    const secret = (sealed: Buffer | null) => (sealed ? unseal(secretKey, placeOf(found.id), sealed) : undefined)
    const tokens = [secret(found.auth_token), secret(found.previous_token)].filter((token) => token !== undefined)
    const apiKey = {
      apiKeySid: found.api_key_sid,
      apiKeySecret: secret(found.api_key_secret),
      applicationSid: found.application_sid,
    }
    return {
      id: found.id,
      businessId: found.business_id,
      kind: 'twilio',
      accountSid: found.account_sid,
      tokens,
      provider: twilioOf(found.account_sid, tokens[0] ?? '', twilioSoftphoneKey(found.account_sid, apiKey)),
    }
  }

  /** Its secrets are the exchange's own; while it does not run nobody signs with them. */
  function openLocal({ id, business_id }: FoundConnection): Connection | undefined {
    const account = exchange()
    if (!account) return undefined
    const { accountSid, authToken, baseUrl, softphoneKey } = account
    const provider = openTwilioVoice({ kind: 'local', baseUrl, accountSid, authToken, softphoneKey })
    return { id, businessId: business_id, kind: 'local', accountSid, tokens: [authToken], provider }
  }

  return {
    find: async (id: string) => (UUID.test(id) ? find(id) : undefined),
    /** After a change in this process. */
    forget: find.forget,
    exchange,
  }
}

/** Twilio itself, for an account that is connected or about to be. */
export const twilioOf = (accountSid: string, authToken: string, softphoneKey: VoiceProvider['softphoneKey']) =>
  openTwilioVoice({ kind: 'twilio', baseUrl: TWILIO_URL, accountSid, authToken, softphoneKey })
