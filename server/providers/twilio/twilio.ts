import type { SoftphoneKey, VoiceProvider } from '../voice/voice.ts'
import { callsOf } from './calls.ts'
import { numbersOf } from './numbers.ts'
import { openTwilio, type TwilioAccount } from './rest.ts'
import { twilioAccessToken } from './softphone.ts'

export const TWILIO_URL = 'https://api.twilio.com'

type TwilioOptions = TwilioAccount & {
  kind: VoiceProvider['kind']
  /** Issues tokens of browser phones; undefined: the account has none. */
  softphoneKey: VoiceProvider['softphoneKey']
}

/** One account with Twilio, or with the exchange, which has the same API. */
export function openTwilioVoice({ kind, softphoneKey, ...account }: TwilioOptions): VoiceProvider {
  const twilio = openTwilio(account)
  return {
    kind,
    checkAccount: async () => void (await twilio.get('/IncomingPhoneNumbers.json', { PageSize: 1 })),
    ...numbersOf(twilio),
    ...callsOf(twilio),
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
