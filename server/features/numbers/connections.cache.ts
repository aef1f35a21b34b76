import { PREVIOUS_TOKEN_HOURS } from '#contract/calls/numbers.ts'
import { cached } from '../../platform/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Tenants } from '../../platform/db/tenants.ts'
import { isId } from '../../platform/ids.ts'
import { unseal } from '../../platform/sealed.ts'
import type { ExchangeAccount } from '../../providers/voice/exchange-account.ts'
import { openTwilioVoice, TWILIO_URL, twilioSoftphoneKey } from '../../providers/voice/twilio.ts'
import type { TwilioAccount } from '../../providers/voice/twilio-rest.ts'
import type { VoiceError, VoiceProvider } from '../../providers/voice/voice.ts'
import { type FoundConnection, findConnectionById, updateState } from './connections.queries.ts'
import { findCleanupAccount } from './provider-cleanup.queries.ts'

const SECRETS = 'secrets of providers of numbers'
const HOUR_MS = 3_600_000
const ERROR_MAX = 300

/** A business's account with its provider client. */
export type Connection = {
  id: string
  businessId: string
  kind: VoiceProvider['kind']
  accountSid: string
  /** Hooks are signed with one of these. */
  tokens: readonly string[]
  provider: VoiceProvider
}
/** Of an erased business: signs hooks, and does nothing. */
export type GoneConnection = Pick<Connection, 'accountSid' | 'tokens'> & { isGone: true }
export type Voice = ReturnType<typeof openVoice>

export const placeOf = (connectionId: string) => ({ purpose: SECRETS, place: connectionId })

type VoiceDeps = {
  tenants: Tenants
  workerDb: Db
  secretKey: string
  exchange: () => ExchangeAccount | undefined
  now: () => Date
  onError: (error: unknown) => void
}
/** Account data without the business. */
type Account = Pick<FoundConnection, 'id' | 'provider' | 'account_sid' | 'auth_token'>

/** Provider accounts by id, cached for two seconds. */
export function openVoice({ tenants, workerDb, secretKey, exchange, now, onError }: VoiceDeps) {
  const find = cached(async (id: string) => {
    const found = await findConnectionById(tenants.pool, id)
    return found && open(found)
  })

  function open(found: FoundConnection): Connection | undefined {
    if (found.provider === 'local') return openLocal(found)
    // Disconnected: the row is kept for its calls, without a secret.
    if (found.auth_token.length === 0) return undefined
    const secret = (sealed: Buffer | null) => (sealed ? unseal(secretKey, placeOf(found.id), sealed) : undefined)
    const before = isBelieved(found) ? secret(found.previous_token) : undefined
    const tokens = [secret(found.auth_token), before].filter((token) => token !== undefined)
    const apiKey = {
      apiKeySid: found.api_key_sid,
      apiKeySecret: secret(found.api_key_secret),
    }
    const secrets = { accountSid: found.account_sid, authToken: tokens[0] ?? '', onAnswer: noted(found) }
    return {
      id: found.id,
      businessId: found.business_id,
      kind: 'twilio',
      accountSid: found.account_sid,
      tokens,
      provider: twilioOf(secrets, twilioSoftphoneKey(found.account_sid, apiKey)),
    }
  }

  /** Whether hooks signed with the previous token are still accepted. */
  const isBelieved = ({ rotated_at }: FoundConnection) =>
    rotated_at !== null && now().getTime() - Date.parse(rotated_at) < PREVIOUS_TOKEN_HOURS * HOUR_MS

  /** Stores the provider's refusal of the account's secrets, or clears it, when it changes. */
  function noted({ id, business_id: businessId, state, error }: FoundConnection) {
    let known = state === 'failing' ? (error ?? '') : null
    return (refused: VoiceError | undefined) => {
      const words = refused ? refused.message.slice(0, ERROR_MAX) : null
      if (words === known) return
      known = words
      updateState(tenants.scope({ businessId }), businessId, { id, error: words, now: now() }).then(
        find.invalidate,
        onError,
      )
    }
  }

  /**
   * An account of an erased business, from the data kept for clean-up; undefined without a stored secret, or while the
   * exchange is stopped.
   */
  function openAccount({ id, provider, account_sid: accountSid, auth_token: sealed }: Account) {
    if (provider === 'local') return localOf(exchange())
    if (sealed.length === 0) return undefined
    return twilioOf({ accountSid, authToken: unseal(secretKey, placeOf(id), sealed) }, () => undefined)
  }

  /** With the secrets of the running exchange; undefined while it is stopped. */
  function openLocal({ id, business_id }: FoundConnection): Connection | undefined {
    const account = exchange()
    const provider = localOf(account)
    if (!account || !provider) return undefined
    const { accountSid, authToken } = account
    return { id, businessId: business_id, kind: 'local', accountSid, tokens: [authToken], provider }
  }

  /**
   * Signs the hooks of a connection that was erased with its business while a call was on: Twilio's account while
   * something is left to release there, else the exchange.
   */
  async function findGone(id: string): Promise<GoneConnection | undefined> {
    const known = isId(id) ? await findCleanupAccount(workerDb, id) : undefined
    if (known?.provider === 'twilio') {
      const authToken = unseal(secretKey, placeOf(id), known.auth_token)
      return { isGone: true, accountSid: known.account_sid, tokens: [authToken] }
    }
    const account = exchange()
    return account && { isGone: true, accountSid: account.accountSid, tokens: [account.authToken] }
  }

  return {
    openAccount,
    findGone,
    find: async (id: string) => (isId(id) ? find(id) : undefined),
    /** After a change in this process. */
    invalidate: find.invalidate,
    exchange,
  }
}

const localOf = (account: ExchangeAccount | undefined) =>
  account && openTwilioVoice({ kind: 'local', ...pick(account), softphoneKey: account.softphoneKey })
const pick = ({ baseUrl, accountSid, authToken }: ExchangeAccount) => ({ baseUrl, accountSid, authToken })

type Secrets = Pick<TwilioAccount, 'accountSid' | 'authToken' | 'onAnswer'>
/** Twilio itself, for an account that is connected or about to be. */
export const twilioOf = (secrets: Secrets, softphoneKey: VoiceProvider['softphoneKey']) =>
  openTwilioVoice({ kind: 'twilio', baseUrl: TWILIO_URL, ...secrets, softphoneKey })
