import type { NumberKind } from '#contract/calls/numbers.ts'
import type { AvailableNumber, NumberHooks, NumberQuery, OwnedNumber } from '../voice/voice.ts'
import type { Twilio } from './rest.ts'
import { RETRIED } from './twiml.ts'

const COUNTRY = 'IL'
const COUNTRY_CODE = '972'
/** Our kinds as Twilio's path, and as the key in its list of available kinds. */
const RESOURCES: Record<NumberKind, { path: string; key: string }> = {
  local: { path: 'Local', key: 'local' },
  national: { path: 'National', key: 'national' },
  voip: { path: 'Voip', key: 'voip' },
  mobile: { path: 'Mobile', key: 'mobile' },
  tollFree: { path: 'TollFree', key: 'toll_free' },
  sharedCost: { path: 'SharedCost', key: 'shared_cost' },
}

type Available = {
  phone_number: string
  locality?: string | null
  address_requirements?: string
  capabilities?: Record<string, boolean>
}
export type Owned = { sid: string; phone_number: string; capabilities?: Record<string, boolean> }

/** Twilio writes them `sms` or `SMS`. */
export const isAble = (capabilities: Record<string, boolean> | undefined, wanted: string) =>
  Object.entries(capabilities ?? {}).some(([name, able]) => able && name.toLowerCase() === wanted)

export const toOwned = ({ sid, phone_number, capabilities }: Owned): OwnedNumber => ({
  sid,
  phone: phone_number,
  sms: isAble(capabilities, 'sms'),
})

/** Digits after the country and area code; toll-free numbers have six. */
const restOf = (area: string) => (area.startsWith('1') ? 6 : 7)

/** The search pattern of an area's numbers: `9723*******`, with the wanted last digits. */
function patternOf({ area, ending = '' }: NumberQuery) {
  const open = Math.max(0, restOf(area) - ending.length)
  return `${COUNTRY_CODE}${area.replace(/^0/, '')}${'*'.repeat(open)}${ending}`
}

export const hookFields = ({ name, voice, voiceFallback, status, sms }: NumberHooks) => ({
  ...(name !== undefined && { FriendlyName: name }),
  VoiceUrl: voice,
  VoiceMethod: 'POST',
  VoiceFallbackUrl: voiceFallback,
  VoiceFallbackMethod: 'POST',
  StatusCallback: status + RETRIED,
  StatusCallbackMethod: 'POST',
  SmsUrl: sms,
  SmsMethod: 'POST',
})

export const numbersOf = (twilio: Twilio) => ({
  async listKinds(): Promise<NumberKind[]> {
    const { subresource_uris: sold = {} } = await twilio.get<{ subresource_uris?: Record<string, string> }>(
      `/AvailablePhoneNumbers/${COUNTRY}.json`,
    )
    return (Object.keys(RESOURCES) as NumberKind[]).filter((kind) => RESOURCES[kind].key in sold)
  },

  async searchNumbers(query: NumberQuery): Promise<AvailableNumber[]> {
    const { kind, area, limit } = query
    const { available_phone_numbers: found = [] } = await twilio.get<{ available_phone_numbers?: Available[] }>(
      `/AvailablePhoneNumbers/${COUNTRY}/${RESOURCES[kind].path}.json`,
      { Contains: patternOf(query), VoiceEnabled: true, PageSize: limit },
    )
    const beginning = `+${COUNTRY_CODE}${area.replace(/^0/, '')}`
    return found
      .filter(({ phone_number }) => phone_number.startsWith(beginning))
      .slice(0, limit)
      .map(({ phone_number, locality, address_requirements = 'none', capabilities }) => ({
        phone: phone_number,
        locality: locality || null,
        kind,
        sms: isAble(capabilities, 'sms'),
        needsAddress: address_requirements !== 'none',
      }))
  },

  async findNumber(phone: string): Promise<OwnedNumber | undefined> {
    const { incoming_phone_numbers: owned = [] } = await twilio.get<{ incoming_phone_numbers?: Owned[] }>(
      '/IncomingPhoneNumbers.json',
      { PhoneNumber: phone },
    )
    const found = owned.find(({ phone_number }) => phone_number === phone)
    return found && toOwned(found)
  },

  buyNumber: async (phone: string, hooks: NumberHooks) =>
    toOwned(await twilio.post<Owned>('/IncomingPhoneNumbers.json', { PhoneNumber: phone, ...hookFields(hooks) })),

  async configureNumber(sid: string, hooks: NumberHooks) {
    await twilio.post(`/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`, hookFields(hooks))
  },

  releaseNumber: (sid: string) => twilio.remove(`/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`),
})
