import { callsOf } from './twilio-calls.ts'
import { numbersOf } from './twilio-numbers.ts'
import { openTwilio, type TwilioAccount } from './twilio-rest.ts'
import { twilioAccessToken } from './twilio-softphone.ts'
import type { SoftphoneKey, VoiceProvider } from './voice.ts'

export const TWILIO_URL = 'https://api.twilio.com'

type Given = TwilioAccount & {
  kind: VoiceProvider['kind']
  /** Signs a browser's phone in; undefined: the account has none. */
  softphoneKey: VoiceProvider['softphoneKey']
}

/** One account with Twilio, or with the exchange, which speaks the same. */
export function openTwilioVoice({ kind, softphoneKey, ...account }: Given): VoiceProvider {
  const twilio = openTwilio(account)
  return {
    kind,
    checkAccount: async () => void (await twilio.get('/IncomingPhoneNumbers.json', { PageSize: 1 })),
    ...numbersOf(twilio),
    ...callsOf(twilio),
    softphoneKey,
  }
}

type ApiKey = { apiKeySid: string | null; apiKeySecret: string | undefined }

/** How Twilio's phones in browsers sign in: with an API key of the account. */
export const twilioSoftphoneKey =
  (accountSid: string, { apiKeySid, apiKeySecret }: ApiKey) =>
  (identity: string, now: Date): SoftphoneKey | undefined =>
    apiKeySid && apiKeySecret
      ? {
          kind: 'twilio',
          ...twilioAccessToken({ accountSid, apiKeySid, apiKeySecret }, identity, now),
        }
      : undefined
