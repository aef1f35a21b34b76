import type { HookForm } from '../../../providers/voice/voice.ts'

/**
 * Reports of a call's hooks. A call that a member makes begins with `dialled`, which is no hook. The watchdog adds `waited` (no report in time) and `lost` (unknown to the provider).
 */
export const reportKinds = [
  'inbound',
  'dialled',
  'answered',
  'accept',
  'accept_again',
  'leg',
  'dial',
  'whisper',
  'screen',
  'screen_again',
  'menu',
  'wait',
  'hold',
  'consult',
  'voicemail',
  'status',
  'recording',
  'waited',
  'lost',
] as const
export type ReportKind = (typeof reportKinds)[number]

/** The report with which a call begins. */
export const isBeginning = ({ kind }: { kind: ReportKind }) => kind === 'inbound' || kind === 'dialled'

/** The phone that a report is about: its step in the ring list and its place in the step; or the turn of a menu or wait. */
export type Where = { step?: number; place?: number; turn?: number }
/** As stored: the provider's fields, each report once. */
export type StoredReport = Where & { kind: ReportKind; form: HookForm; receivedAt: string }

const ENDS = ['completed', 'busy', 'no-answer', 'failed', 'canceled'] as const
export type End = (typeof ENDS)[number]
export const endOf = (status: string | undefined): End | null => ENDS.find((end) => end === status) ?? null

/** Provider times that differ from the arrival by more than a day are ignored. */
const CLOCK_MS = 86_400_000
/** Providers report whole seconds, so a first ring may appear just before its call. */
const TICK_MS = 1_500

/** A stored report with its time in milliseconds of this server's clock. */
export type TimedReport = StoredReport & { at: number }

/** The provider's time; null if the report has none. */
export function saidAt({ form, receivedAt }: Pick<StoredReport, 'form' | 'receivedAt'>): number | null {
  const said = Date.parse(form.Timestamp ?? '')
  return Number.isNaN(said) || Math.abs(said - Date.parse(receivedAt)) > CLOCK_MS ? null : said
}

/**
 * Converts the times of a call's reports to this server's clock. All provider times are shifted by the same amount,
 * which keeps their differences, so that none is later than its arrival. They are shifted only if the clocks must
 * differ: a time is later than its own arrival, or before the call came in. Otherwise a late report is merely late.
 */
export function onOneClock(reports: readonly StoredReport[]): TimedReport[] {
  const apart = reports.flatMap((report) => {
    const said = saidAt(report)
    return said === null ? [] : Date.parse(report.receivedAt) - said
  })
  const least = Math.min(...apart)
  const arrived = reports.filter(isBeginning).map(({ receivedAt }) => Date.parse(receivedAt))
  const start = arrived.length ? Math.min(...arrived) : null
  const isEarly = start !== null && reports.some((report) => (saidAt(report) ?? start) < start - TICK_MS)
  const shift = least < 0 || isEarly ? least : 0
  return reports.map((report) => {
    const said = saidAt(report)
    return { ...report, at: said === null ? Date.parse(report.receivedAt) : said + shift }
  })
}

export const secondsOf = (text: string | undefined): number | null => {
  const seconds = Number(text)
  return text && Number.isInteger(seconds) && seconds >= 0 ? seconds : null
}

/** Idempotency key of a report; null: the form lacks the fields of the key. */
export function dedupeKey(kind: ReportKind, form: HookForm, { step, turn }: Where): string | null {
  const { CallSid: sid, CallStatus: status, SequenceNumber: sequence = '', RecordingSid: recording } = form
  if (kind === 'recording') return recording ? `rec:${recording}:${form.RecordingStatus ?? ''}` : null
  if (!sid) return null
  if (kind === 'leg') return `leg:${sid}:${status ?? ''}:${sequence}`
  if (kind === 'status') return `status:${sid}:${status ?? ''}`
  if (kind === 'menu' || kind === 'wait' || kind === 'hold') return `${kind}:${sid}:${turn ?? 0}`
  return kind === 'dial' || kind === 'consult' ? `${kind}:${sid}:${step ?? 0}` : `${kind}:${sid}`
}
