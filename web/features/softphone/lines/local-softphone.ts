import { SOFTPHONE_RENEWAL_MS } from '#contract/calls/softphone.ts'
import { CallAudio, stop } from './call-audio.ts'
import { endOf, type ExchangeMessage as Message } from './exchange-messages.ts'
import {
  type Devices,
  isRinging,
  type Others,
  type PhoneCall,
  type PhoneState,
  PhoneStore,
  placeFor,
  problemOf,
  type Softphone,
} from './softphone.ts'
import { Loudspeaker, openMicrophone } from './sound.ts'

/** URL and token of the exchange's WebSocket; requested for each attempt. */
export type Door = () => Promise<{ url: string; token: string }>

const RETRY_MS = 1_000
const RETRY_MAX_MS = 20_000

/** A ringing or waiting caller: the exchange's offer, and its candidates so far. */
type Offered = { sdp: string; early: RTCIceCandidateInit[] }
type Options = {
  /** The source of audio, by default the microphone. */
  open?: typeof openMicrophone
  others?: () => Others
  /** Whether another window of this browser speaks with someone. */
  talksElsewhere?: () => Promise<boolean>
}

/** A phone at the built-in exchange: signalling over one WebSocket, audio over WebRTC. */
export class LocalSoftphone implements Softphone {
  readonly #store = new PhoneStore()
  readonly #speaker = new Loudspeaker()
  readonly #door: Door
  readonly #open: typeof openMicrophone
  readonly #others: () => Others
  readonly #talksElsewhere: () => Promise<boolean>
  #devices: Devices = { microphone: null, speaker: null }
  #socket: WebSocket | undefined
  #session: string | undefined
  #pauseMs = RETRY_MS
  #retry: ReturnType<typeof setTimeout> | undefined
  #renewal: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  /** By the ids of their calls. */
  readonly #offered = new Map<string, Offered>()
  #audio: CallAudio | undefined

  constructor(
    door: Door,
    { open = openMicrophone, others = () => 'free', talksElsewhere = async () => false }: Options = {},
  ) {
    this.#door = door
    this.#open = open
    this.#others = others
    this.#talksElsewhere = talksElsewhere
  }

  readonly state = this.#store.state
  readonly subscribe = this.#store.subscribe

  register() {
    this.#isClosed = false
    void this.#connect()
  }

  close() {
    // The callers continue to ring elsewhere: in other windows, then at the next phone of the list.
    const { call, waiting } = this.state()
    if (waiting) this.#refuse(waiting, 'busy')
    if (call && isRinging(call)) this.#refuse(call, 'busy')
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
    const audio = await this.#talk(id, [])
    if (!audio) return this.#end(id, 'failed')
    this.#send({ t: 'call', call: id, to, sdp: await audio.offer() })
  }

  async accept() {
    const { call } = this.state()
    const offered = call && this.#offered.get(call.id)
    if (call?.state !== 'ringing' || !offered) return
    this.#store.setCall({ state: 'connecting' })
    const audio = await this.#talk(call.id, offered.early)
    // If the microphone cannot be opened, the call keeps ringing: access may still be allowed, or another phone may
    // answer.
    if (!audio) return this.#isOf(call.id) ? this.#store.setCall({ state: 'ringing' }) : undefined
    this.#send({ t: 'answer', call: call.id, sdp: await audio.answer(offered.sdp) })
  }

  reject() {
    const { call } = this.state()
    if (call) this.#refuse(call, 'declined')
  }

  async acceptWaiting() {
    const { waiting } = this.state()
    if (!waiting) return
    this.hangup()
    await this.accept()
  }

  rejectWaiting() {
    const { waiting } = this.state()
    if (waiting) this.#refuse(waiting, 'declined')
  }

  hangup() {
    const { call } = this.state()
    if (!call) return
    this.#send({ t: 'hangup', call: call.id })
    this.#end(call.id, 'hangup')
  }

  mute(isMuted: boolean) {
    this.#audio?.mute(isMuted)
    this.#store.setCall({ isMuted })
  }

  dtmf(digit: string) {
    const { call } = this.state()
    if (call && !this.#audio?.press(digit)) this.#send({ t: 'dtmf', call: call.id, d: digit })
  }

  async setDevices(devices: Devices) {
    this.#devices = devices
    await this.#speaker.choose(devices.speaker)
    if (!this.#audio) return
    try {
      await this.#audio.speakInto(await this.#open(devices))
      this.mute(this.state().call?.isMuted ?? false)
    } catch (error) {
      this.#store.set({ problem: problemOf(error) })
    }
  }

  #refuse({ id }: PhoneCall, reason: 'busy' | 'declined') {
    this.#send({ t: 'reject', call: id, reason })
    this.#end(id, 'hangup')
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
    if (message.t === 'cancel') return this.#end(message.call, 'elsewhere')
    if (message.t === 'ended') return this.#end(message.call, endOf(message.code))
    const audio = this.#isOf(message.call) ? this.#audio : undefined
    if (message.t === 'cand')
      return audio ? audio.addCandidate(message.c) : void this.#offered.get(message.call)?.early.push(message.c)
    if (!this.#isOf(message.call)) return
    if (message.t === 'ringing') this.#store.setCall({ state: 'ringing' })
    if (message.t === 'answered') await audio?.accept({ type: 'answer', sdp: message.sdp })
  }

  async #ring({ call, from, params, sdp }: Extract<Message, { t: 'incoming' }>) {
    // Candidates may arrive while the other windows are asked.
    this.#offered.set(call, { sdp, early: [] })
    const isIdle = this.state().call === null && this.#others() === 'free'
    const isElsewhere = isIdle && (await this.#talksElsewhere())
    if (!this.#offered.has(call)) return
    const place = isElsewhere ? 'busy' : placeFor(this.state(), params, this.#others())
    const ringing = { id: call, direction: 'in', peer: from, about: params, state: 'ringing' } as const
    if (place === 'ring') return this.#begin(ringing)
    if (place === 'wait') return this.#store.set({ waiting: { ...ringing, since: null, isMuted: false } })
    this.#offered.delete(call)
    this.#send({ t: 'reject', call, reason: 'busy' })
  }

  #begin(call: Omit<PhoneCall, 'since' | 'isMuted'>) {
    this.#store.set({ call: { ...call, since: null, isMuted: false }, ended: null, problem: null })
  }

  /** Opens microphone and connection; undefined if that failed or the call has ended meanwhile. */
  async #talk(id: string, early: RTCIceCandidateInit[]): Promise<CallAudio | undefined> {
    let microphone: MediaStream
    try {
      microphone = await this.#open(this.#devices)
    } catch (error) {
      this.#store.set({ problem: problemOf(error) })
      return undefined
    }
    if (!this.#isOf(id)) {
      stop(microphone)
      return undefined
    }
    const isNow = () => this.#isOf(id)
    this.#audio = new CallAudio(microphone, early, {
      candidate: (c) => this.#send({ t: 'cand', call: id, c }),
      heard: (stream) => isNow() && void this.#speaker.play(stream, this.#devices),
      connected: () => {
        if (isNow() && this.state().call?.since === null) this.#store.setCall({ state: 'talking', since: Date.now() })
      },
      failed: () => isNow() && this.#fail(id),
      sound: (sound) => isNow() && sound !== this.state().sound && this.#store.set({ sound }),
    })
    return this.#audio
  }

  #fail(id: string) {
    this.#send({ t: 'hangup', call: id })
    this.#end(id, 'failed')
    this.#store.set({ problem: 'call_failed' })
  }

  /** After the conversation, the caller who waits is the next call. */
  #end(id: string, ended: PhoneState['ended']) {
    this.#offered.delete(id)
    const { waiting } = this.state()
    if (waiting?.id === id) return this.#store.set({ waiting: null })
    if (!this.#isOf(id)) return
    this.#audio?.close()
    this.#speaker.stop()
    this.#audio = undefined
    this.#store.set({ call: waiting, waiting: null, sound: null, ended })
  }

  #isOf(id: string) {
    return this.state().call?.id === id
  }

  #send(message: object) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
