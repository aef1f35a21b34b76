import { API_VERSION } from '../calls/call-params.ts'
import type { Core } from '../calls/core.ts'
import { readMethod } from '../calls/instructions.ts'
import { clock } from '../clock.ts'
import type { Params } from '../hooks/signature.ts'
import { makeSid } from '../sids.ts'
import type { MessageRow, MessageStatus, NumberRow } from '../store/records.ts'
import { countSegments } from './segments.ts'

const STEP_MS = 80
const STOP_WORDS = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit'])
const START_WORDS = new Set(['start', 'unstop', 'yes'])

/** How messages to a handset fail. */
export type Trouble = { status: 'undelivered' | 'failed'; errorCode: number }
export type NewMessage = Pick<MessageRow, 'accountSid' | 'from' | 'to' | 'body'>
export type MessageCallback = { address: string; method: 'GET' | 'POST' }

/** The simulated handsets that send and receive messages. */
export class Handsets {
  readonly #core: Core
  readonly #troubled = new Map<string, Trouble>()

  constructor(core: Core) {
    this.#core = core
  }

  /** Makes messages to this number fail; with undefined, they are delivered again. */
  setTrouble(to: string, trouble: Trouble | undefined): void {
    if (trouble) this.#troubled.set(to, trouble)
    else this.#troubled.delete(to)
  }

  hasOptedOut({ from, to }: Pick<MessageRow, 'from' | 'to'>): boolean {
    return this.#core.store.get('optOuts', `${from}>${to}`) !== undefined
  }

  /** Accepts a message from an account and moves it from queued to its final status, reporting each step. */
  send(message: NewMessage, callback: MessageCallback | undefined): MessageRow {
    const row = this.#put({ ...this.#row(message), direction: 'outbound-api', status: 'queued' })
    const trouble = this.#troubled.get(row.to)
    const last = trouble?.status ?? 'delivered'
    const ladder: MessageStatus[] = trouble?.status === 'failed' ? ['failed'] : ['sending', 'sent', last]
    void this.#climb(row, ladder, { callback, errorCode: trouble?.errorCode ?? null })
    return row
  }

  /** Sends a message from a handset to an account's number; returns undefined if no account owns the number. */
  async receive({ from, to, body }: Pick<MessageRow, 'from' | 'to' | 'body'>): Promise<MessageRow | undefined> {
    const { store, hooks, log } = this.#core
    const number = store.list('numbers').find(({ phoneNumber }) => phoneNumber === to)
    if (!number) return undefined
    this.#mindOptOut(number, { from, body })
    const { accountSid } = number
    const row = this.#put({ ...this.#row({ accountSid, from, to, body }), direction: 'inbound', status: 'received' })
    log('sms', { sid: row.sid, from, to, body })
    const { smsUrl, smsMethod, smsFallbackUrl, smsFallbackMethod } = number.hooks
    if (!smsUrl) return row
    const send = (address: string, method: string, extra: Params) =>
      hooks.ask({
        kind: 'sms',
        sid: row.sid,
        address,
        method: readMethod(method),
        params: { ...inboundParams(row), ...extra },
        authToken: this.#tokenOf(row),
      })
    const { failure } = await send(smsUrl, smsMethod, {})
    if (failure && smsFallbackUrl)
      await send(smsFallbackUrl, smsFallbackMethod, { ErrorCode: '11200', ErrorUrl: smsUrl })
    return row
  }

  /** Records opt-outs: with certain keywords, the vendor itself unsubscribes or resubscribes a handset. */
  #mindOptOut({ accountSid, phoneNumber }: NumberRow, { from, body }: Pick<MessageRow, 'from' | 'body'>) {
    const sid = `${phoneNumber}>${from}`
    const word = body.trim().toLowerCase()
    if (STOP_WORDS.has(word)) this.#core.store.put('optOuts', { sid, accountSid, at: clock.now() })
    if (START_WORDS.has(word)) this.#core.store.delete('optOuts', sid)
  }

  async #climb(
    row: MessageRow,
    ladder: MessageStatus[],
    { callback, errorCode }: { callback: MessageCallback | undefined; errorCode: number | null },
  ) {
    let current = row
    for (const status of ladder) {
      await new Promise<void>((done) => clock.after(STEP_MS, done))
      const isLast = status === ladder.at(-1)
      const sentAt = status === 'sent' ? clock.now() : current.sentAt
      current = this.#put({ ...current, status, sentAt, errorCode: isLast ? errorCode : null })
      if (callback) this.#tell(current, callback)
    }
  }

  #tell(row: MessageRow, { address, method }: MessageCallback) {
    const { sid, accountSid, status, errorCode, to, from } = row
    this.#core.hooks.tell({
      kind: 'sms-status',
      sid,
      address,
      method,
      params: {
        AccountSid: accountSid,
        ApiVersion: API_VERSION,
        MessageSid: sid,
        SmsSid: sid,
        MessageStatus: status,
        SmsStatus: status,
        To: to,
        From: from,
        ...(errorCode ? { ErrorCode: String(errorCode) } : {}),
      },
      authToken: this.#tokenOf(row),
    })
  }

  #tokenOf({ accountSid }: MessageRow): string {
    return this.#core.store.get('accounts', accountSid)?.authToken ?? ''
  }

  #row(message: NewMessage): Omit<MessageRow, 'direction' | 'status'> {
    const now = clock.now()
    const segments = countSegments(message.body)
    return { ...message, sid: makeSid('SM'), segments, errorCode: null, createdAt: now, updatedAt: now, sentAt: null }
  }

  #put(row: MessageRow): MessageRow {
    const current = { ...row, updatedAt: clock.now() }
    this.#core.store.put('messages', current)
    if (row.direction !== 'inbound') this.#core.log('sms', { sid: row.sid, to: row.to, status: row.status })
    return current
  }
}

const inboundParams = ({ sid, accountSid, from, to, body, segments }: MessageRow): Params => ({
  AccountSid: accountSid,
  ApiVersion: API_VERSION,
  MessageSid: sid,
  SmsSid: sid,
  SmsMessageSid: sid,
  SmsStatus: 'received',
  From: from,
  To: to,
  Body: body,
  NumMedia: '0',
  NumSegments: String(segments),
})
