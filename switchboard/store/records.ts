import type { Hook } from '../hooks/hook.ts'
import type { Binding } from '../legs.ts'

export type AccountRow = {
  sid: string
  authToken: string
  friendlyName: string
  status: 'active' | 'suspended' | 'closed'
  ownerSid: string
  createdAt: number
}

export const HOOK_FIELDS = [
  'voiceUrl',
  'voiceMethod',
  'voiceFallbackUrl',
  'voiceFallbackMethod',
  'statusCallback',
  'statusCallbackMethod',
  'smsUrl',
  'smsMethod',
  'smsFallbackUrl',
  'smsFallbackMethod',
] as const
export type NumberHooks = Record<(typeof HOOK_FIELDS)[number], string>

export type NumberRow = {
  sid: string
  accountSid: string
  phoneNumber: string
  friendlyName: string
  addressSid?: string | null
  bundleSid?: string | null
  hooks: NumberHooks
  createdAt: number
  updatedAt: number
}

export type CallStatus =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'failed'
  | 'no-answer'
  | 'canceled'
export type CallDirection = 'inbound' | 'outbound-api' | 'outbound-dial'

/** Whom to report to; kept with what is reported, so that a restart can report what it finds unfinished. */
export type StatusCallback = { address: string; method: 'GET' | 'POST'; events: readonly string[] }

export type CallRow = {
  sid: string
  accountSid: string
  parentCallSid: string | null
  from: string
  to: string
  direction: CallDirection
  status: CallStatus
  phoneNumberSid: string | null
  createdAt: number
  updatedAt: number
  answeredAt: number | null
  endedAt: number | null
  /** Of the phone's own end; the three digits of SIP. */
  sipCode: number | null
  callback?: StatusCallback
}

export type RecordingSource = 'DialVerb' | 'RecordVerb' | 'OutboundAPI' | 'StartCallRecordingAPI'

export type RecordingRow = {
  sid: string
  accountSid: string
  callSid: string
  status: 'in-progress' | 'completed' | 'absent' | 'failed'
  channels: 1 | 2
  source: RecordingSource
  startedAt: number
  completedAt: number | null
  durationMs: number
  callback?: StatusCallback
}

export type MessageStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received'

export type MessageRow = {
  sid: string
  accountSid: string
  direction: 'inbound' | 'outbound-api' | 'outbound-reply'
  from: string
  to: string
  body: string
  segments: number
  status: MessageStatus
  errorCode: number | null
  createdAt: number
  updatedAt: number
  sentAt: number | null
}

/** A phone that answered a number's messages with STOP: nothing more may go from that number to it. */
export type OptOutRow = { sid: string; accountSid: string; at: number }

/** A report that is not answered yet; without the token that signs it. `sid` is its idempotency token. */
export type HookRow = { sid: string; hook: Omit<Hook, 'authToken'>; at: number }

/** Where an account's people are, as the vendor's papers ask. */
export type AddressRow = {
  sid: string
  accountSid: string
  customerName: string
  street: string
  city: string
  region: string
  postalCode: string
  isoCountry: string
  createdAt: number
}

/** Papers that the vendor has approved. */
export type BundleRow = { sid: string; accountSid: string }

/** `sid` is the account's name. */
export type BindingsRow = { sid: string; bindings: readonly Binding[] }

export type Tables = {
  accounts: AccountRow
  numbers: NumberRow
  calls: CallRow
  recordings: RecordingRow
  messages: MessageRow
  optOuts: OptOutRow
  hooks: HookRow
  bindings: BindingsRow
  addresses: AddressRow
  bundles: BundleRow
}

export const ENDED: ReadonlySet<CallStatus> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled'])
