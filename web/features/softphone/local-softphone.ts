import { SOFTPHONE_RENEWAL_MS } from '#contract/calls/softphone.ts'
import {
  type Devices,
  type IsBusy,
  isRinging,
  type PhoneCall,
  PhoneStore,
  problemOf,
  type Softphone,
} from './softphone.ts'
import { Loudspeaker, openMicrophone } from './sound.ts'

/** URL and token of the exchange's WebSocket; requested for each attempt. */
export type Door = () => Promise<{ url: string; token: string }>

type Candidate = RTCIceCandidateInit
/** Messages from the exchange; messages to it are written where they are sent. */
type Message =
  | { t: 'registered'; session: string }
  | { t: 'refused'; reason: 'token' | 'too_many' }
  | { t: 'incoming'; call: string; from: string; params: Record<string, string>; sdp: string }
  | { t: 'ringing'; call: string }
  | { t: 'answered'; call: string; sdp: string }
  | { t: 'cancel'; call: string }
  | { t: 'ended'; call: string; code: number }
  | { t: 'cand'; call: string; c: Candidate }

const RETRY_MS = 1_000
const RETRY_MAX_MS = 20_000
const ENDS: Record<number, 'hangup' | 'busy' | 'no_answer'> = {
  200: 'hangup',
  408: 'no_answer',
  480: 'no_answer',
  486: 'busy',
  487: 'hangup',
  600: 'busy',
  603: 'busy',
}

/** A phone at the built-in exchange: signalling over one WebSocket, audio over WebRTC. */
export class LocalSoftphone implements Softphone {
  readonly #store = new PhoneStore()
  readonly #speaker = new Loudspeaker()
  readonly #door: Door
  readonly #open: (devices: Devices) => Promise<MediaStream>
  readonly #isBusy: IsBusy
  #devices: Devices = { microphone: null, speaker: null }
  #socket: WebSocket | undefined
  #session: string | undefined
  #pauseMs = RETRY_MS
  #retry: ReturnType<typeof setTimeout> | undefined
  #renewal: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #offer: string | undefined
  #connection: RTCPeerConnection | undefined
  #sound: MediaStream | undefined
  /** Remote candidates that arrived before the remote description. */
  #early: Candidate[] = []

  /** `open`: the source of audio, by default the microphone. `isBusy`: another line has a call, or it is not for this window. */
  constructor(
    door: Door,
    { open = openMicrophone, isBusy = () => false }: { open?: typeof openMicrophone; isBusy?: IsBusy } = {},
  ) {
    this.#door = door
    this.#open = open
    this.#isBusy = isBusy
  }

  readonly state = this.#store.state
  readonly subscribe = this.#store.subscribe

  register() {
    this.#isClosed = false
    void this.#connect()
  }

  close() {
    // The caller continues to ring elsewhere: in other windows, then at the next phone of the list.
    if (isRinging(this.state().call)) this.#refuse('busy')
    else this.hangup()
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearTimeout(this.#renewal)
    this.#socket?.close()
    this.#socket = undefined
    this.#store.set({ line: 'offline' })
  }

  async dial(to: string) {
    if (this.state().call) return
    const id = crypto.randomUUID()
    this.#begin({ id, direction: 'out', peer: to, about: {}, state: 'connecting' })
    const connection = await this.#talk(id)
    if (!connection) return this.#end(id, 'failed')
    await connection.setLocalDescription(await connection.createOffer())
    this.#send({ t: 'call', call: id, to, sdp: connection.localDescription?.sdp })
  }

  async accept() {
    const { call } = this.state()
    const offer = this.#offer
    if (call?.direction !== 'in' || call.state !== 'ringing' || !offer) return
    this.#store.setCall({ state: 'connecting' })
    const connection = await this.#talk(call.id)
    // If the microphone cannot be opened, the call keeps ringing: access may still be allowed, or another phone may
    // answer.
    if (!connection) return this.#isOf(call.id) ? this.#store.setCall({ state: 'ringing' }) : undefined
    await connection.setRemoteDescription({ type: 'offer', sdp: offer })
    await this.#takeEarly()
    await connection.setLocalDescription(await connection.createAnswer())
    this.#send({ t: 'answer', call: call.id, sdp: connection.localDescription?.sdp })
  }

  reject() {
    this.#refuse('declined')
  }

  hangup() {
    const { call } = this.state()
    if (!call) return
    this.#send({ t: 'hangup', call: call.id })
    this.#end(call.id, 'hangup')
  }

  mute(isMuted: boolean) {
    for (const track of this.#sound?.getAudioTracks() ?? []) track.enabled = !isMuted
    this.#store.setCall({ isMuted })
  }

  dtmf(digit: string) {
    const { call } = this.state()
    const sender = this.#connection?.getSenders().find(({ track }) => track?.kind === 'audio')?.dtmf
    if (sender?.canInsertDTMF) sender.insertDTMF(digit)
    else if (call) this.#send({ t: 'dtmf', call: call.id, d: digit })
  }

  async setDevices(devices: Devices) {
    this.#devices = devices
    await this.#speaker.choose(devices.speaker)
    const sender = this.#connection?.getSenders().find(({ track }) => track?.kind === 'audio')
    if (!sender) return
    try {
      const sound = await this.#open(devices)
      await sender.replaceTrack(sound.getAudioTracks()[0] ?? null)
      stop(this.#sound)
      this.#sound = sound
      this.mute(this.state().call?.isMuted ?? false)
    } catch (error) {
      this.#store.set({ problem: problemOf(error) })
    }
  }

  #refuse(reason: 'busy' | 'declined') {
    const { call } = this.state()
    if (!call) return
    this.#send({ t: 'reject', call: call.id, reason })
    this.#end(call.id, 'hangup')
  }

  async #connect() {
    clearTimeout(this.#retry)
    try {
      const { url, token } = await this.#door()
      if (this.#isClosed) return
      const socket = new WebSocket(url)
      this.#socket = socket
      socket.onopen = () => this.#register(token)
      socket.onmessage = ({ data }) => void this.#hear(JSON.parse(String(data)))
      socket.onclose = () => socket === this.#socket && this.#lost()
    } catch {
      this.#lost()
    }
  }

  #register(token: string) {
    this.#send({ t: 'register', token, ...(this.#session && { session: this.#session }) })
    clearTimeout(this.#renewal)
    this.#renewal = setTimeout(() => void this.#renew(), SOFTPHONE_RENEWAL_MS)
  }

  /** A registration expires with its token. Without a new one the exchange closes the line, which then reconnects. */
  async #renew() {
    const socket = this.#socket
    const door = await this.#door().catch(() => undefined)
    if (door && socket && socket === this.#socket) this.#register(door.token)
  }

  /** Calls survive a short loss of the line, which reconnects by itself. */
  #lost() {
    this.#socket = undefined
    this.#store.set({ line: 'offline' })
    if (this.#isClosed) return
    this.#retry = setTimeout(() => void this.#connect(), this.#pauseMs)
    this.#pauseMs = Math.min(RETRY_MAX_MS, this.#pauseMs * 2)
  }

  async #hear(message: Message) {
    if (message.t === 'registered') {
      this.#session = message.session
      this.#pauseMs = RETRY_MS
      return this.#store.set({ line: 'ready', problem: null })
    }
    if (message.t === 'refused') {
      if (message.reason === 'too_many') this.#store.set({ problem: 'too_many_phones' })
      return this.#socket?.close()
    }
    if (message.t === 'incoming') return this.#ring(message)
    if (!this.#isOf(message.call)) return
    if (message.t === 'ringing') this.#store.setCall({ state: 'ringing' })
    if (message.t === 'cancel') this.#end(message.call, 'elsewhere')
    if (message.t === 'ended') this.#end(message.call, ENDS[message.code] ?? 'failed')
    if (message.t === 'answered') {
      await this.#connection?.setRemoteDescription({ type: 'answer', sdp: message.sdp })
      await this.#takeEarly()
    }
    if (message.t === 'cand') {
      this.#early.push(message.c)
      if (this.#connection?.remoteDescription) await this.#takeEarly()
    }
  }

  #ring({ call, from, params, sdp }: Extract<Message, { t: 'incoming' }>) {
    if (this.state().call || this.#isBusy(params)) return this.#send({ t: 'reject', call, reason: 'busy' })
    this.#offer = sdp
    this.#begin({ id: call, direction: 'in', peer: from, about: params, state: 'ringing' })
  }

  #begin(call: Omit<PhoneCall, 'since' | 'isMuted'>) {
    this.#early = []
    this.#store.set({ call: { ...call, since: null, isMuted: false }, ended: null, problem: null })
  }

  /** Opens microphone and peer connection; undefined if that failed or the call has ended meanwhile. */
  async #talk(id: string): Promise<RTCPeerConnection | undefined> {
    let sound: MediaStream
    try {
      sound = await this.#open(this.#devices)
    } catch (error) {
      this.#store.set({ problem: problemOf(error) })
      return undefined
    }
    if (!this.#isOf(id)) {
      stop(sound)
      return undefined
    }
    const connection = new RTCPeerConnection({ iceServers: [] })
    this.#sound = sound
    this.#connection = connection
    for (const track of sound.getAudioTracks()) connection.addTrack(track, sound)
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) this.#send({ t: 'cand', call: id, c: candidate.toJSON() })
    }
    connection.ontrack = ({ track }) => void this.#speaker.play(new MediaStream([track]), this.#devices)
    connection.onconnectionstatechange = () => this.#connectionChanged(id, connection)
    return connection
  }

  #connectionChanged(id: string, connection: RTCPeerConnection) {
    if (connection !== this.#connection || !this.#isOf(id)) return
    if (connection.connectionState === 'connected' && this.state().call?.since === null)
      this.#store.setCall({ state: 'talking', since: Date.now() })
    if (connection.connectionState === 'failed') {
      this.#send({ t: 'hangup', call: id })
      this.#store.set({ problem: 'call_failed' })
      this.#end(id, 'failed')
    }
  }

  async #takeEarly() {
    for (const candidate of this.#early.splice(0))
      await this.#connection?.addIceCandidate(candidate).catch(() => undefined)
  }

  #end(id: string, ended: 'hangup' | 'elsewhere' | 'busy' | 'no_answer' | 'failed') {
    if (!this.#isOf(id)) return
    stop(this.#sound)
    this.#connection?.close()
    this.#speaker.stop()
    this.#sound = undefined
    this.#connection = undefined
    this.#offer = undefined
    this.#store.set({ call: null, ended })
  }

  #isOf(id: string) {
    return this.state().call?.id === id
  }

  #send(message: object) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}

function stop(sound: MediaStream | undefined) {
  for (const track of sound?.getTracks() ?? []) track.stop()
}
