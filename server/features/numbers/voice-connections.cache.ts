import { z } from 'zod'
import { isId } from '../../platform/ids.ts'
import { voiceOf } from '../../providers/exchange/account.ts'
import { PRICING_URL } from '../../providers/twilio/money.ts'
import type { TwilioAccount } from '../../providers/twilio/rest.ts'
import { openTwilioVoice, TWILIO_URL, twilioSoftphoneKey } from '../../providers/twilio/twilio.ts'
import type { VoiceProvider } from '../../providers/voice/voice.ts'
import { type OpenedConnection, openConnections } from '../connections/connections.cache.ts'
import { unsealSecret } from '../connections/secrets.ts'
import type { Opening } from '../feature.ts'
import { findCleanupAccount } from './provider-cleanup.queries.ts'

/** A business's account at a provider, with the provider's client. */
export type Connection = {
  id: string
  businessId: string
  kind: VoiceProvider['kind']
  accountSid: string
  /** Webhooks are signed with one of these tokens. */
  tokens: readonly string[]
  provider: VoiceProvider
}
/** A connection of an erased business. Its webhooks are verified but have no effect. */
export type GoneConnection = Pick<Connection, 'accountSid' | 'tokens'> & { isGone: true }

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    /** Accounts at providers of virtual numbers. */
    voice: ReturnType<typeof openVoice>
  }
}

/** The data of an account, without its business. */
type Account = { connectionId: string; provider: 'twilio' | 'local'; accountSid: string; authToken: string }

/** Opens the businesses' accounts at providers of virtual numbers. */
export function openVoice({ workerDb, exchange, ...deps }: Opening) {
  const find = openConnections<Connection>(deps, { twilio: openTwilio, local: openLocal })

  /**
   * Opens the account of an erased business from the data kept for clean-up. Returns undefined if no secret is stored,
   * or if the exchange is stopped.
   */
  function openAccount({ connectionId, provider, accountSid, authToken: sealed }: Account) {
    if (provider === 'local') return voiceOf(exchange())?.provider
    if (!sealed) return undefined
    const authToken = unsealSecret(deps.secretKey, connectionId, sealed)
    return twilioOf({ accountSid, authToken }, () => undefined)
  }

  function openLocal({ id, businessId }: OpenedConnection): Connection | undefined {
    const account = voiceOf(exchange())
    return account && { id, businessId, kind: 'local', ...account }
  }

  /**
   * The secrets that verify webhooks of a connection that was erased during a call: Twilio's while a clean-up task
   * remains, otherwise the exchange's.
   */
  async function findGone(id: string): Promise<GoneConnection | undefined> {
    const known = isId(id) ? await findCleanupAccount(workerDb, id) : undefined
    if (known?.provider === 'twilio') {
      const authToken = unsealSecret(deps.secretKey, id, known.authToken)
      return { isGone: true, accountSid: known.accountSid, tokens: [authToken] }
    }
    const account = voiceOf(exchange())
    return account && { isGone: true, accountSid: account.accountSid, tokens: account.tokens }
  }

  return { openAccount, findGone, find, exchange }
}

/** The public part of a stored Twilio account, without `authToken` and `apiKeySecret`. */
const TwilioSettings = z.object({ apiKeySid: z.string().optional() })

function openTwilio({ id, businessId, account: accountSid, ...stored }: OpenedConnection): Connection | undefined {
  const { settings, secrets, previousSecret, onAnswer } = stored
  const { authToken, apiKeySecret } = secrets
  if (authToken === undefined) return undefined
  const tokens = [authToken, previousSecret].filter((token) => token !== undefined)
  const softphoneKey = twilioSoftphoneKey(accountSid, { ...TwilioSettings.parse(settings), apiKeySecret })
  const provider = twilioOf({ accountSid, authToken, onAnswer }, softphoneKey)
  return { id, businessId, kind: 'twilio', accountSid, tokens, provider }
}

type Secrets = Pick<TwilioAccount, 'accountSid' | 'authToken' | 'onAnswer'>
/** Opens Twilio for an account that is connected or about to be connected. */
export const twilioOf = (secrets: Secrets, softphoneKey: VoiceProvider['softphoneKey']) =>
  openTwilioVoice({ kind: 'twilio', baseUrl: TWILIO_URL, pricingUrl: PRICING_URL, ...secrets, softphoneKey })
