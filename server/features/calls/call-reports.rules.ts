import type { HookForm } from '../../providers/voice/voice.ts'

/** What a hook of a call reports. `waited` and `lost` are the watchdog's: long enough for a report, and asked in vain. */
export const reportKinds = [
  'inbound',
  'leg',
  'dial',
  'whisper',
  'screen',
  'voicemail',
  'status',
  'recording',
  'waited',
  'lost',
] as const
export type ReportKind = (typeof reportKinds)[number]

/** Which phone it is about: a step of the ring list and a place in it. */
export type Where = { step?: number; place?: number }
/** As it is kept: what the provider sent, each report once. */
export type StoredReport = Where & { kind: ReportKind; form: HookForm; receivedAt: string }

const ENDS = ['completed', 'busy', 'no-answer', 'failed', 'canceled'] as const
export type End = (typeof ENDS)[number]
export const endOf = (status: string | undefined): End | null => ENDS.find((end) => end === status) ?? null

/** Twilio's clocks and ours agree; a time that is further off says nothing. */
const CLOCK_MS = 86_400_000

/** When it happened, in milliseconds: as the provider says, else when it came. */
export function timeOf({ form, receivedAt }: StoredReport): number {
  const received = Date.parse(receivedAt)
  const said = Date.parse(form.Timestamp ?? '')
  return Number.isNaN(said) || Math.abs(said - received) > CLOCK_MS ? received : said
}

export const secondsOf = (text: string | undefined): number | null => {
  const seconds = Number(text)
  return text && Number.isInteger(seconds) && seconds >= 0 ? seconds : null
}

/** What makes two deliveries one report; null: the form lacks what names it. */
export function dedupeKey(kind: ReportKind, form: HookForm, { step }: Where): string | null {
  const { CallSid: sid, CallStatus: status, SequenceNumber: sequence = '', RecordingSid: recording } = form
  if (kind === 'recording') return recording ? `rec:${recording}:${form.RecordingStatus ?? ''}` : null
  if (!sid) return null
  if (kind === 'leg') return `leg:${sid}:${status ?? ''}:${sequence}`
  if (kind === 'status') return `status:${sid}:${status ?? ''}`
  return kind === 'dial' ? `dial:${sid}:${step ?? 0}` : `${kind}:${sid}`
}
