import type { ReadableStream } from 'node:stream/web'
import type { NumberKind } from '#contract/calls/numbers.ts'
import type { Language } from '#contract/constants.ts'

/** Why a provider did not do what it was asked: `unavailable` alone leaves open whether it did. */
export type VoiceFault = 'credentials' | 'not_found' | 'taken' | 'needs_address' | 'refused' | 'unavailable'

export class VoiceError extends Error {
  readonly fault: VoiceFault
  /** The provider's own number for it. */
  readonly vendorCode: number | undefined
  constructor(fault: VoiceFault, message: string, vendorCode?: number, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
    this.vendorCode = vendorCode
  }
}

export type NumberQuery = {
  kind: NumberKind
  /** What the national number begins with, as it is dialled: `03`, `072`, `1800`. */
  area: string
  /** Its last digits. */
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
/** Where a number's calls and messages are reported; absolute addresses. */
export type NumberHooks = { name: string; voice: string; voiceFallback: string; status: string; sms: string }

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

/** What a provider does for one account. Every call throws a VoiceError and nothing else. */
export type VoiceProvider = {
  readonly kind: 'twilio' | 'local'
  /** Asks for nothing but whether the account and its secret are right. */
  checkAccount: () => Promise<void>
  /** The kinds of Israeli numbers that are sold. */
  listKinds: () => Promise<NumberKind[]>
  searchNumbers: (query: NumberQuery) => Promise<AvailableNumber[]>
  /** The account's number, if it has it: how an order whose answer was lost is found again. */
  findNumber: (phone: string) => Promise<OwnedNumber | undefined>
  buyNumber: (phone: string, hooks: NumberHooks) => Promise<OwnedNumber>
  configureNumber: (sid: string, hooks: NumberHooks) => Promise<void>
  /** One that is not there any more is released already. */
  releaseNumber: (sid: string) => Promise<void>
  startCall: (call: OutboundCall) => Promise<{ sid: string; status: string }>
  getCall: (sid: string) => Promise<ProviderCall | undefined>
  listChildCalls: (parentSid: string) => Promise<ProviderCall[]>
  /** Undefined where the sound is not there (yet). */
  fetchRecording: (sid: string, channels: 1 | 2) => Promise<{ sound: ReadableStream; mime: string } | undefined>
  /** One that is not there any more is deleted already. */
  deleteRecording: (sid: string) => Promise<void>
  sendSms: (message: { from: string; to: string; text: string; statusHook: string }) => Promise<SmsReceipt>
  /** Undefined where the account has no phones in browsers. */
  softphoneKey: (identity: string, now: Date) => SoftphoneKey | undefined
}

export type OutboundCall = {
  /** E.164, or `client:<identity>`. */
  to: string
  from: string
  instructions: Instruction[]
  statusHook: string
  timeoutSeconds: number
}

export type RingLeg = {
  /** E.164, or the identity of a phone in a browser. */
  address: { phone: string } | { identity: string }
  statusHook: string
  /** Heard by the person who answers, before the caller. */
  whisperHook?: string | undefined
  /** Handed to the phone in the browser. */
  parameters?: Record<string, string>
}

/** What a caller gets: our program, whatever the provider speaks. */
export type Instruction =
  | { verb: 'reject'; reason: 'busy' | 'rejected' }
  | { verb: 'say'; text: string; language: Language }
  | { verb: 'pause'; seconds: number }
  | {
      verb: 'dial'
      legs: readonly RingLeg[]
      seconds: number
      maxSeconds: number
      /** An own number to be shown; null: the caller's, as the provider has it. */
      callerId: string | null
      doneHook: string
      /** Where the sound of both sides is reported; without it nothing is recorded. */
      recordingHook?: string | undefined
    }
  | { verb: 'record'; maxSeconds: number; doneHook: string; recordingHook: string }
  | { verb: 'gather'; seconds: number; doneHook: string; prompts: readonly { text: string; language: Language }[] }
  | { verb: 'hangup' }

/** The form of a hook, as it came; a name that came twice has its last value. */
export type HookForm = Record<string, string>
