/**
 * Protocol between web phones and the exchange: JSON texts over one WebSocket. `t` is the message type. `call`
 * identifies a call; the side that starts the call chooses it, and it is forgotten once the call ends.
 */
export type PhoneMessage =
  /**
   * The first message. `session` resumes a session whose socket was lost less than SESSION_GRACE_MS ago, so that its
   * calls continue.
   */
  | { t: 'register'; token: string; session?: string }
  /** Dials a number. `sdp` is the browser's offer; `params` are passed to the webhook. */
  | { t: 'call'; call: string; to: string; params?: Record<string, string>; sdp: string }
  | { t: 'answer'; call: string; sdp: string }
  /** 'declined' ends the call at all phones of the person, 'busy' only at this one. */
  | { t: 'reject'; call: string; reason?: 'declined' | 'busy' }
  | { t: 'hangup'; call: string }
  /** Pressed keys, if the browser does not send them in-band (RTCDTMFSender). */
  | { t: 'dtmf'; call: string; d: string }
  | { t: 'cand'; call: string; c: IceCandidate }

export type ExchangeMessage =
  | { t: 'registered'; session: string; address: string }
  /** The token is invalid or expired, or there are too many phones: a new token is required. */
  | { t: 'refused'; reason: 'token' | 'too_many' }
  | { t: 'incoming'; call: string; from: string; callSid: string; params: Record<string, string>; sdp: string }
  | { t: 'ringing'; call: string }
  | { t: 'answered'; call: string; sdp: string }
  /** An incoming call was answered elsewhere or cancelled. */
  | { t: 'cancel'; call: string }
  /** `code` is the SIP status: 200, 486, 603, 404, 480, 503. */
  | { t: 'ended'; call: string; code: number }
  | { t: 'cand'; call: string; c: IceCandidate }

export type IceCandidate = { candidate: string; sdpMid?: string | undefined; sdpMLineIndex?: number | undefined }

export const MESSAGE_LIMITS = {
  bytes: 65_536,
  sdp: 32_768,
  id: 64,
  to: 64,
  token: 4_096,
  params: 10,
  param: 256,
  digits: 32,
  candidate: 512,
} as const

/** Parses a message; returns undefined if it is not valid. */
export function readMessage(text: string): PhoneMessage | undefined {
  if (text.length > MESSAGE_LIMITS.bytes) return undefined
  const value = parsed(text)
  if (!isRecord(value)) return undefined
  if (value.t === 'register') return readRegister(value)
  const call = textOf(value.call, MESSAGE_LIMITS.id)
  return call === undefined ? undefined : readCallMessage(value, call)
}

type Fields = Record<string, unknown>

function readRegister({ token, session }: Fields): PhoneMessage | undefined {
  const [given, earlier] = [textOf(token, MESSAGE_LIMITS.token), textOf(session, MESSAGE_LIMITS.id)]
  if (given === undefined || (session !== undefined && earlier === undefined)) return undefined
  return { t: 'register', token: given, ...(earlier === undefined ? {} : { session: earlier }) }
}

function readCallMessage(value: Fields, call: string): PhoneMessage | undefined {
  if (value.t === 'hangup') return { t: 'hangup', call }
  if (value.t === 'reject') return { t: 'reject', call, reason: value.reason === 'busy' ? 'busy' : 'declined' }
  if (value.t === 'call') return readCall(value, call)
  if (value.t === 'answer') {
    const sdp = textOf(value.sdp, MESSAGE_LIMITS.sdp)
    return sdp === undefined ? undefined : { t: 'answer', call, sdp }
  }
  if (value.t === 'dtmf') {
    const d = textOf(value.d, MESSAGE_LIMITS.digits)
    return d !== undefined && /^[\d*#A-D]+$/.test(d) ? { t: 'dtmf', call, d } : undefined
  }
  if (value.t !== 'cand') return undefined
  const c = readCandidate(value.c)
  return c && { t: 'cand', call, c }
}

function readCall({ to, params, sdp }: Fields, call: string): PhoneMessage | undefined {
  const [dialled, offer] = [textOf(to, MESSAGE_LIMITS.to), textOf(sdp, MESSAGE_LIMITS.sdp)]
  const own = params === undefined ? {} : readParams(params)
  if (dialled === undefined || offer === undefined || !own) return undefined
  return { t: 'call', call, to: dialled, sdp: offer, params: own }
}

function readParams(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined
  const entries = Object.entries(value)
  if (entries.length > MESSAGE_LIMITS.params) return undefined
  const params: Record<string, string> = {}
  for (const [name, given] of entries) {
    // The vendor's own parameters start with a capital letter. They are refused, so that a phone cannot set its caller
    // ID or number.
    if (!/^[a-z][\w-]{0,63}$/.test(name) || typeof given !== 'string' || given.length > MESSAGE_LIMITS.param)
      return undefined
    params[name] = given
  }
  return params
}

function readCandidate(value: unknown): IceCandidate | undefined {
  if (!isRecord(value)) return undefined
  const { candidate, sdpMid, sdpMLineIndex } = value
  if (typeof candidate !== 'string' || candidate.length > MESSAGE_LIMITS.candidate) return undefined
  return {
    candidate,
    sdpMid: textOf(sdpMid, 32),
    sdpMLineIndex: typeof sdpMLineIndex === 'number' ? sdpMLineIndex : undefined,
  }
}

function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= longest ? value : undefined
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
