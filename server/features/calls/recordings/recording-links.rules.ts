import { RECORDING_LINK_SECONDS } from '#contract/calls/calls.ts'
import { isSigned, sign } from '../../../platform/http/downloads.ts'
import { recordingPath } from '../calls.presenter.ts'

/** The recording that a signed URL grants access to, and its user. */
export type RecordingLink = {
  callId: string
  recordingId: string
  businessId: string
  userId: string
  sessionId: string
  isDownload: boolean
  /** Seconds since the epoch. */
  expires: number
}

const PURPOSE = 'recording links'
/** One-letter parameter names, in signing order. */
const fields = { r: 'recordingId', b: 'businessId', u: 'userId', n: 'sessionId' } as const

const textOf = (link: RecordingLink) =>
  JSON.stringify([link.callId, ...Object.values(fields).map((field) => link[field]), link.isDownload, link.expires])

export function recordingUrl(secretKey: string, link: RecordingLink): string {
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, field]): [string, string] => [name, link[field]]),
  )
  if (link.isDownload) query.set('d', '1')
  query.set('e', String(link.expires))
  query.set('s', sign(secretKey, PURPOSE, textOf(link)))
  return `${recordingPath(link.callId)}?${query}`
}

/** The content of a signed address, expired or not; undefined if the signature is not ours. */
export function readRecordingUrl(secretKey: string, url: string): RecordingLink | undefined {
  const [, callId, search] = /^\/api\/call\/([0-9a-f-]{36})\/recording\?(.*)$/.exec(url) ?? []
  if (!callId || search === undefined) return undefined
  const query = new URLSearchParams(search)
  const of = (name: string) => query.get(name) ?? ''
  const link = {
    callId,
    recordingId: of('r'),
    businessId: of('b'),
    userId: of('u'),
    sessionId: of('n'),
    isDownload: of('d') === '1',
    expires: Number(of('e')),
  }
  return isSigned(secretKey, PURPOSE, { text: textOf(link), signature: of('s') }) ? link : undefined
}

export const expiryOf = (now: Date) => Math.floor(now.getTime() / 1_000) + RECORDING_LINK_SECONDS
export const isOver = ({ expires }: RecordingLink, now: Date) => now.getTime() >= expires * 1_000
/** An address that expired longer ago cannot be renewed; playing then counts as a new listening. */
export const isRenewable = ({ expires }: RecordingLink, now: Date) =>
  now.getTime() < (expires + RECORDING_LINK_SECONDS) * 1_000
