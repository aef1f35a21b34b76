import type { ReadableStream } from 'node:stream/web'
import type { Destination, NumberPart } from '#contract/calls/adopted-numbers.ts'
import type { NumberKind } from '#contract/calls/numbers.ts'
import type { Language } from '#contract/constants.ts'

/** Why a request failed; only with `unavailable` it may have been carried out. */
export type VoiceFault = 'credentials' | 'not_found' | 'taken' | 'needs_address' | 'refused' | 'unavailable'

export class VoiceError extends Error {
  readonly fault: VoiceFault
  /** The provider's error code. */
  readonly vendorCode: number | undefined
  constructor(fault: VoiceFault, message: string, vendorCode?: number, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
    this.vendorCode = vendorCode
  }
}

export type NumberQuery = {
  kind: NumberKind
  /** Prefix of the national number, as dialled: `03`, `072`, `1800`. */
  area: string
  /** The number's last digits. */
  ending?: string | undefined
  limit: number
}
export type AvailableNumber = {
  phone: string
  locality: string | null
  kind: NumberKind
  sms: boolean
  needsAddress: boolean
}
export type OwnedNumber = { sid: string; phone: string; sms: boolean }
/** A number's webhooks, as absolute addresses; without a name, it keeps the one that it has. */
export type NumberHooks = { name?: string; voice: string; voiceFallback: string; status: string; sms: string }
/** What a provider does with the calls and messages of a number: values by the provider's own names. */
export type NumberSettings = Record<NumberPart, Record<string, string>>
/** A number of the account, as it stands. */
export type StandingNumber = OwnedNumber & {
  name: string
  voice: boolean
  settings: NumberSettings
  goesTo: Destination
}

export type ProviderCall = {
  sid: string
  parentSid: string | null
  /** queued, ringing, in-progress, completed, busy, no-answer, failed, canceled */
  status: string
  to: string
  /** ISO 8601. */
  startedAt: string | null
  endedAt: string | null
  /** Seconds. */
  duration: number | null
}

export type SmsReceipt = { sid: string; status: string; segments: number }
export type SoftphoneKey = { kind: 'twilio' | 'local'; token: string; expiresAt: Date }

type Money = { amount: number; currency: string }
/** Of a minute; null: the provider does not say. */
export type MinutePrices = { currency: string; in: number | null; out: number | null }
/** What an account tells of its money. Undefined: it does not say. */
export type VoiceMoney = {
  findBalance: () => Promise<Money | undefined>
  /** For everything that the account is used for, this month (UTC). */
  findSpent: () => Promise<Money | undefined>
  /** A month of Israeli numbers, by kind. */
  findNumberPrices: () => Promise<{ currency: string; monthly: Partial<Record<NumberKind, number>> } | undefined>
  /** Of calls that come in at this phone, if it is a number of the provider, and that go out to it. */
  findMinutePrices: (phone: string) => Promise<MinutePrices | undefined>
}

/** A provider's operations for one account. All methods throw only VoiceError. */
export type VoiceProvider = {
  readonly kind: 'twilio' | 'local'
  /** Checks the account and its secret. */
  checkAccount: () => Promise<void>
  /** The kinds of Israeli numbers on sale. */
  listKinds: () => Promise<NumberKind[]>
  searchNumbers: (query: NumberQuery) => Promise<AvailableNumber[]>
  /** The account's number, if it has it; finds orders whose answer was lost. */
  findNumber: (phone: string) => Promise<OwnedNumber | undefined>
  buyNumber: (phone: string, hooks: NumberHooks) => Promise<OwnedNumber>
  configureNumber: (sid: string, hooks: NumberHooks) => Promise<void>
  /** Idempotent: a missing number counts as released. */
  releaseNumber: (sid: string) => Promise<void>
  /** The account's numbers, at most `most`. */
  listNumbers: (most: number) => Promise<StandingNumber[]>
  /** Undefined: the account does not have it. */
  getNumber: (sid: string) => Promise<StandingNumber | undefined>
  /** The settings that these hooks are. */
  settingsOf: (hooks: NumberHooks) => NumberSettings
  /** Sets what is given, and leaves the rest. */
  applySettings: (sid: string, settings: Partial<NumberSettings>) => Promise<void>
  /** Where settings send calls. */
  destinationOf: (settings: NumberSettings) => Destination
  startCall: (call: OutboundCall) => Promise<{ sid: string; status: string }>
  /** Interrupts an answered call, which follows these instructions from now on. */
  updateCall: (sid: string, instructions: Instruction[]) => Promise<void>
  /** The newest call that was started so since then; finds calls whose start was not confirmed. */
  findStartedCall: (started: { to: string; from: string; since: Date }) => Promise<ProviderCall | undefined>
  /** Ends a call in any state. Idempotent: a call that is over, or is not known, counts as ended. */
  endCall: (sid: string) => Promise<void>
  getCall: (sid: string) => Promise<ProviderCall | undefined>
  listChildCalls: (parentSid: string) => Promise<ProviderCall[]>
  /** Undefined if the sound does not exist (yet). */
  fetchRecording: (sid: string, channels: 1 | 2) => Promise<{ sound: ReadableStream; mime: string } | undefined>
  /** Idempotent: a missing recording counts as deleted. */
  deleteRecording: (sid: string) => Promise<void>
  sendSms: (message: { from: string; to: string; text: string; statusHook: string }) => Promise<SmsReceipt>
  /** Undefined: the provider charges nothing. */
  money: VoiceMoney | undefined
  /** Undefined if the account has no browser phones. */
  softphoneKey: (identity: string, now: Date) => SoftphoneKey | undefined
}

export type OutboundCall = {
  /** E.164, or `client:<identity>`. */
  to: string
  from: string
  /** Passed to the browser phone. */
  parameters?: Record<string, string>
  /** What the call does once it is answered; a hook is asked then. */
  instructions: Instruction[] | { hook: string }
  /** Sent once the call is answered, before its instructions; `w` pauses for half a second. */
  keys?: string
  statusHook: string
  timeoutSeconds: number
}

export type RingLeg = {
  /** E.164, or the identity of a phone in a browser. */
  address: { phone: string } | { identity: string }
  statusHook: string
  /** Played to the person who answers, before the call is connected. */
  whisperHook?: string | undefined
  /** Passed to the browser phone. */
  parameters?: Record<string, string>
}

export type SpokenText = { text: string; language: Language }
/** The address of a WAV file. */
export type PlayedSound = { url: string }

/** An instruction for a call, independent of the provider. */
export type Instruction =
  | { verb: 'reject'; reason: 'busy' | 'rejected' }
  | ({ verb: 'say' } & SpokenText)
  | ({ verb: 'play' } & PlayedSound)
  | { verb: 'pause'; seconds: number }
  /** Sends keys; `w` pauses for half a second. */
  | { verb: 'keys'; keys: string }
  | {
      verb: 'dial'
      legs: readonly RingLeg[]
      seconds: number
      maxSeconds: number
      /** The shown caller id, one of our numbers; null: the caller's own. */
      callerId: string | null
      doneHook: string
      /** The webhook of the recording; without it nothing is recorded. */
      recordingHook?: string | undefined
    }
  | {
      /** Calls in the room of this name hear each other; who waits there alone hears nothing. It ends with either. */
      verb: 'room'
      room: string
      /** Whether the talk begins with this call, if another waits. */
      starts: boolean
      maxSeconds: number
      /** Called when the talk ends and this call goes on; without it the call ends. */
      doneHook?: string | undefined
      recordingHook?: string | undefined
    }
  | { verb: 'record'; maxSeconds: number; doneHook: string; recordingHook: string }
  | {
      verb: 'gather'
      /** How long a key is waited for after the prompts. */
      seconds: number
      /** How many keys are asked for; one if absent. */
      keys?: number
      doneHook: string
      prompts: readonly (SpokenText | PlayedSound)[]
      /** Any key is an answer, also #, and the hook is called without one, too. Else the program goes on without a key. */
      isEachAnswer?: boolean
    }
  /** Asks here for what follows. */
  | { verb: 'ask'; hook: string }
  | { verb: 'hangup' }

/** A hook's form; of a repeated name, the last value. */
export type HookForm = Record<string, string>
