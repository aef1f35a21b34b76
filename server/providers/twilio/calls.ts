import type { ReadableStream } from 'node:stream/web'
import { type Instruction, type OutboundCall, type ProviderCall, VoiceError } from '../voice/voice.ts'
import type { Twilio } from './rest.ts'
import { RETRIED, renderTwiml } from './twiml.ts'

type Call = {
  sid: string
  parent_call_sid?: string | null
  status: string
  to?: string
  start_time?: string | null
  end_time?: string | null
  duration?: string | null
  date_created?: string | null
}

/** Twilio writes `Tue, 01 Nov 2016 01:59:13 +0000`. */
function toIso(time: string | null | undefined): string | null {
  const at = time ? new Date(time) : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}

const toCall = (call: Call): ProviderCall => ({
  sid: call.sid,
  parentSid: call.parent_call_sid || null,
  status: call.status,
  to: call.to ?? '',
  startedAt: toIso(call.start_time),
  endedAt: toIso(call.end_time),
  duration: call.duration ? Number(call.duration) : null,
})

const AUDIO = /^audio\//
/** The call has ended. */
const NOT_IN_PROGRESS = 21_220
/** Providers report whole seconds, by their own clock. */
const CLOCK_MS = 5_000
const STARTED_LOOKED_AT = 50

/** A browser phone gets parameters as a query of its address. */
const addressOf = (to: string, parameters: Record<string, string> = {}) =>
  Object.keys(parameters).length ? `${to}?${new URLSearchParams(parameters)}` : to

export const callsOf = (twilio: Twilio) => ({
  startCall: ({ to, from, parameters, instructions, keys, statusHook, timeoutSeconds }: OutboundCall) =>
    twilio.post<{ sid: string; status: string }>('/Calls.json', {
      To: addressOf(to, parameters),
      From: from,
      ...('hook' in instructions ? { Url: instructions.hook, Method: 'POST' } : { Twiml: renderTwiml(instructions) }),
      ...(keys && { SendDigits: keys }),
      StatusCallback: statusHook + RETRIED,
      StatusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      StatusCallbackMethod: 'POST',
      Timeout: timeoutSeconds,
    }),

  updateCall: async (sid: string, instructions: Instruction[]) =>
    void (await twilio.post(`/Calls/${encodeURIComponent(sid)}.json`, { Twiml: renderTwiml(instructions) })),

  async findStartedCall({ to, from, since }: { to: string; from: string; since: Date }) {
    const query = { From: from, PageSize: STARTED_LOOKED_AT }
    const { calls = [] } = await twilio.get<{ calls?: Call[] }>('/Calls.json', query)
    const isIt = (call: Call) =>
      !call.parent_call_sid &&
      (call.to === to || call.to?.startsWith(`${to}?`)) &&
      Date.parse(call.date_created ?? '') >= since.getTime() - CLOCK_MS
    const found = calls.find(isIt)
    return found && toCall(found)
  },

  async endCall(sid: string) {
    await twilio.post(`/Calls/${encodeURIComponent(sid)}.json`, { Status: 'completed' }).catch((error: VoiceError) => {
      if (error.fault !== 'not_found' && error.vendorCode !== NOT_IN_PROGRESS) throw error
    })
  },

  getCall: (sid: string) =>
    twilio.get<Call>(`/Calls/${encodeURIComponent(sid)}.json`).then(toCall, (error: VoiceError) => {
      if (error.fault === 'not_found') return undefined
      throw error
    }),

  async listChildCalls(parentSid: string): Promise<ProviderCall[]> {
    const { calls = [] } = await twilio.get<{ calls?: Call[] }>('/Calls.json', {
      ParentCallSid: parentSid,
      PageSize: 100,
    })
    return calls.map(toCall)
  },

  /** Builds the address from the recording's sid; addresses from hooks are never fetched. */
  async fetchRecording(sid: string, channels: 1 | 2) {
    const answer = await twilio.media(`/Recordings/${encodeURIComponent(sid)}.wav`, { RequestedChannels: channels })
    if (!answer?.body) return undefined
    const mime = answer.headers.get('content-type') ?? ''
    if (!AUDIO.test(mime)) throw new VoiceError('unavailable', `The recording came as ${mime || 'nothing'}`)
    return { sound: answer.body as ReadableStream, mime }
  },

  deleteRecording: (sid: string) => twilio.remove(`/Recordings/${encodeURIComponent(sid)}.json`),

  async sendSms({ from, to, text, statusHook }: { from: string; to: string; text: string; statusHook: string }) {
    const {
      sid,
      status,
      num_segments: segments,
    } = await twilio.post<{
      sid: string
      status: string
      num_segments?: string
    }>('/Messages.json', { To: to, From: from, Body: text, StatusCallback: statusHook + RETRIED })
    return { sid, status, segments: Number(segments ?? 1) || 1 }
  },
})
