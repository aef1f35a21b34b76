import type { SoftphoneKey, VoiceProvider } from '../voice/voice.ts'
import { callsOf } from './calls.ts'
import { moneyOf } from './money.ts'
import { numbersOf } from './numbers.ts'
import { openTwilio, type TwilioAccount } from './rest.ts'
import { twilioAccessToken } from './softphone.ts'
import { standingNumbersOf } from './standing-numbers.ts'

export const TWILIO_URL = 'https://api.twilio.com'

type TwilioOptions = TwilioAccount & {
  kind: VoiceProvider['kind']
  /** Issues tokens of browser phones; undefined: the account has none. */
  softphoneKey: VoiceProvider['softphoneKey']
  /** Where prices are asked; undefined: the provider charges nothing. */
  pricingUrl?: string
}

/** One account with Twilio, or with the exchange, which has the same API. */
export function openTwilioVoice({ kind, softphoneKey, pricingUrl, ...account }: TwilioOptions): VoiceProvider {
  const twilio = openTwilio(account)
  return {
    kind,
    checkAccount: async () => void (await twilio.get('/IncomingPhoneNumbers.json', { PageSize: 1 })),
    ...numbersOf(twilio),
    ...standingNumbersOf(twilio),
    ...callsOf(twilio),
    // What an account may not ask about its money says nothing about its secrets.
    money: pricingUrl === undefined ? undefined : moneyOf(openTwilio({ ...account, onAnswer: undefined }), pricingUrl),
    softphoneKey,
  }
}

type ApiKey = { apiKeySid?: string | undefined; apiKeySecret: string | undefined }

/** Tokens of Twilio's browser phones, signed with an API key of the account. */
export const twilioSoftphoneKey =
  (accountSid: string, { apiKeySid, apiKeySecret }: ApiKey) =>
  (identity: string, now: Date): SoftphoneKey | undefined =>
    apiKeySid && apiKeySecret
      ? {
          kind: 'twilio',
          ...twilioAccessToken({ accountSid, apiKeySid, apiKeySecret }, identity, now),
        }
      : undefined
