import type { Destination } from '#contract/calls/adopted-numbers.ts'
import type { NumberHooks, NumberSettings, StandingNumber, VoiceError } from '../voice/voice.ts'
import { hookFields, isAble, type Owned, toOwned } from './numbers.ts'
import type { Twilio } from './rest.ts'

/**
 * What decides where calls and messages of a number go, by Twilio's names. A trunk or an application comes before the
 * addresses.
 */
const FIELDS = {
  voice: [
    'VoiceReceiveMode',
    'VoiceUrl',
    'VoiceMethod',
    'VoiceFallbackUrl',
    'VoiceFallbackMethod',
    'StatusCallback',
    'StatusCallbackMethod',
    'VoiceApplicationSid',
    'TrunkSid',
  ],
  messages: ['SmsUrl', 'SmsMethod', 'SmsApplicationSid'],
} as const

type Standing = Owned & { friendly_name?: string | null } & Record<string, unknown>

const snake = (name: string) => name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
const pick = (names: readonly string[], read: (name: string) => unknown) =>
  Object.fromEntries(names.map((name) => [name, String(read(name) ?? '')]))
const settingsFrom = (read: (name: string) => unknown): NumberSettings => ({
  voice: pick(FIELDS.voice, read),
  messages: pick(FIELDS.messages, read),
})

function settingsOf(hooks: NumberHooks): NumberSettings {
  const set: Record<string, string> = { ...hookFields(hooks), VoiceReceiveMode: 'voice' }
  return settingsFrom((name) => set[name])
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

function destinationOf({ voice }: NumberSettings): Destination {
  const { TrunkSid, VoiceApplicationSid, VoiceUrl = '' } = voice
  if (TrunkSid) return { kind: 'trunk', at: null }
  if (VoiceApplicationSid) return { kind: 'application', at: null }
  return VoiceUrl ? { kind: 'url', at: hostOf(VoiceUrl) } : { kind: 'none', at: null }
}

function toStanding(number: Standing): StandingNumber {
  const settings = settingsFrom((name) => number[snake(name)])
  return {
    ...toOwned(number),
    name: number.friendly_name ?? '',
    voice: isAble(number.capabilities, 'voice'),
    settings,
    goesTo: destinationOf(settings),
  }
}

/** Modes have no empty value. A trunk deletes the application and the reverse, so of the two only the one that is set is sent. */
function fieldsOf({ voice = {}, messages = {} }: Partial<NumberSettings>) {
  const { VoiceApplicationSid, TrunkSid, ...others } = { ...voice, ...messages }
  const modes = /(Method|Mode)$/
  const given = Object.entries(others).filter(([name, value]) => value !== '' || !modes.test(name))
  return {
    ...Object.fromEntries(given),
    ...(VoiceApplicationSid !== undefined && !TrunkSid && { VoiceApplicationSid }),
    ...(TrunkSid !== undefined && !VoiceApplicationSid && { TrunkSid }),
  }
}

const PAGE_MAX = 1_000
const at = (sid: string) => `/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`

/** Numbers that an account has, however it came by them. */
export const standingNumbersOf = (twilio: Twilio) => ({
  async listNumbers(most: number): Promise<StandingNumber[]> {
    const query = { PageSize: Math.min(most, PAGE_MAX) }
    const { incoming_phone_numbers: found = [] } = await twilio.get<{ incoming_phone_numbers?: Standing[] }>(
      '/IncomingPhoneNumbers.json',
      query,
    )
    return found.map(toStanding)
  },

  getNumber: (sid: string) =>
    twilio.get<Standing>(at(sid)).then(toStanding, (error: VoiceError) => {
      if (error.fault === 'not_found') return undefined
      throw error
    }),

  settingsOf,
  destinationOf,
  applySettings: async (sid: string, settings: Partial<NumberSettings>) =>
    void (await twilio.post(at(sid), fieldsOf(settings))),
})
