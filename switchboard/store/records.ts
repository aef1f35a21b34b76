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

/**
 * The webhook that receives status reports. It is stored with its call or recording, so that a restarted process can
 * report what it finds unfinished.
 */
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
  /** SIP status of the phone's leg. */
  sipCode: number | null
  callback?: StatusCallback
}

export type RecordingSource = 'DialVerb' | 'RecordVerb' | 'OutboundAPI' | 'StartCallRecordingAPI' | 'Conference'

export type RecordingRow = {
  sid: string
  accountSid: string
  callSid: string
  /** The conference that was recorded. */
  conferenceSid?: string
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

/** A phone that replied STOP to a number and gets no more messages from it. */
export type OptOutRow = { sid: string; accountSid: string; at: number }

/** An unanswered report, without its signing token. `sid` is its idempotency token. */
export type HookRow = { sid: string; hook: Omit<Hook, 'authToken'>; at: number }

/** An address of an account, for regulatory purposes. */
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

/** An approved regulatory bundle. */
export type BundleRow = { sid: string; accountSid: string }

/** The registered contacts of a SIP account. `sid` is its username. */
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
