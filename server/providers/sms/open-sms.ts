import { openTwilioVoice, TWILIO_URL } from '../twilio/twilio.ts'
import { isUnreached, NeverSent } from '../unreached.ts'
import { VoiceError, type VoiceProvider } from '../voice/voice.ts'
import { noSms, outboxSms, type Sms, type SmsProvider, type SmsReceipt, SmsRefused } from './sms.ts'

/** The address for the provider's reports; the query parameter `message` is the message's id. */
export const platformHook = (publicUrl: string, what: 'status' | 'inbound') => `${publicUrl}/hooks/sms/platform/${what}`

/** The sender name of the built-in exchange. */
const LOCAL_SENDER = 'Leadline'

type Account = { baseUrl: string; accountSid: string; authToken: string }
type SmsOptions = {
  publicUrl: string
  devPages: boolean
  /** The platform's own account with Twilio. */
  twilio: { accountSid: string; authToken: string; sender: string } | undefined
}

/**
 * Sends all messages, codes and notices of every business: through the platform's account if configured; else, if the outbox
 * is open, through the built-in exchange, or only to the outbox while that does not run.
 */
export function openSms({ publicUrl, devPages, twilio }: SmsOptions, exchange: () => Account | undefined): SmsProvider {
  if (twilio) {
    const { sender, ...secrets } = twilio
    const account = { baseUrl: TWILIO_URL, ...secrets }
    return {
      isAvailable: true,
      sender,
      takesSender: isName(sender),
      account: () => account,
      send: async (sms) => ({ ...(await sendBy(account, { sender, ...sms, publicUrl, kind: 'twilio' })), how: 'sent' }),
    }
  }
  if (!devPages) return noSms
  return {
    isAvailable: true,
    sender: LOCAL_SENDER,
    takesSender: true,
    account: exchange,
    async send(sms) {
      const account = exchange()
      if (!account) return outboxSms.send(sms)
      const sent = await sendBy(account, { sender: LOCAL_SENDER, ...sms, publicUrl, kind: 'local' }).catch(
        keepUnlessRefused,
      )
      return { ...sent, how: 'kept' }
    },
  }
}

/** Whether the sender is a name: neither a number nor the id of a messaging service. */
const isName = (sender: string) => /[A-Za-z]/.test(sender) && !/^MG[0-9a-f]{32}$/.test(sender)

/** The exchange is local: while it restarts, the message is kept in the outbox. */
function keepUnlessRefused(error: unknown) {
  if (error instanceof SmsRefused) throw error
  return {}
}

type Sending = Sms & { sender: string; publicUrl: string; kind: 'twilio' | 'local' }
async function sendBy(
  account: Account,
  { to, text, id, sender, publicUrl, kind }: Sending,
): Promise<Omit<SmsReceipt, 'how'>> {
  const provider = openTwilioVoice({ ...account, kind, softphoneKey: () => undefined })
  const statusHook = `${platformHook(publicUrl, 'status')}?message=${id}`
  return sendFrom(provider, { from: sender, to, text, statusHook })
}

type Texting = Parameters<VoiceProvider['sendSms']>[0]
/** Sends a text message through an account. Errors say whether another try makes sense. */
export async function sendFrom(provider: VoiceProvider, text: Texting): Promise<Omit<SmsReceipt, 'how'>> {
  try {
    return await provider.sendSms(text)
  } catch (error) {
    if (!(error instanceof VoiceError)) throw error
    if (isUnreached(error)) throw new NeverSent(error.message, { cause: error })
    // The operator can fix a wrong secret, and an outage ends: both are worth another try.
    if (error.fault === 'credentials' || error.fault === 'unavailable') throw error
    throw new SmsRefused(error.message, error.vendorCode)
  }
}
