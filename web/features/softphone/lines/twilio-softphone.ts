import type { Call, Device } from '@twilio/voice-sdk'
import { loadCode } from '../../../lib/code/load-code.ts'
import {
  type Devices,
  isOfOthers,
  type Others,
  type PhoneCall,
  type PhoneState,
  PhoneStore,
  placeFor,
  problemOf,
  type Softphone,
  type SoundProblem,
} from './softphone.ts'
import { openMicrophone } from './sound.ts'

/** Time before expiry at which a new token is fetched; timers of a hidden tab run once a minute. */
const TOKEN_REFRESH_MS = 120_000
const MICROPHONE_REFUSED = 31_401
const MICROPHONE_MISSING = 31_402
/** The vendor's warnings, each raised and cleared by thresholds of its own; the graver ones first. */
const WARNINGS: readonly [string, SoundProblem][] = [
  ['high-packet-loss', 'loss'],
  ['high-packets-lost-fraction', 'loss'],
  ['low-mos', 'loss'],
  ['high-jitter', 'jitter'],
  ['high-rtt', 'delay'],
]

type Options = {
  others?: () => Others
  /** Whether another window of this browser speaks with someone. */
  talksElsewhere?: () => Promise<boolean>
}

/** A phone at Twilio: the vendor's script, loaded when first needed. */
export class TwilioSoftphone implements Softphone {
  readonly #store = new PhoneStore()
  readonly #token: () => Promise<string>
  readonly #others: () => Others
  readonly #talksElsewhere: () => Promise<boolean>
  #devices: Devices = { microphone: null, speaker: null }
  #device: Device | undefined
  #call: Call | undefined
  #waiting: Call | undefined
  /** Of the conversation. */
  #warnings = new Set<string>()
  #isClosed = false

  constructor(
    token: () => Promise<string>,
    { others = () => 'free', talksElsewhere = async () => false }: Options = {},
  ) {
    this.#token = token
    this.#others = others
    this.#talksElsewhere = talksElsewhere
  }

  readonly state = this.#store.state
  readonly subscribe = this.#store.subscribe

  register() {
    this.#isClosed = false
    void this.#start().catch(() => this.#store.set({ line: 'offline' }))
  }

  close() {
    this.#isClosed = true
    this.#device?.destroy()
    this.#device = undefined
    this.#call = undefined
    this.#waiting = undefined
    this.#store.set({ line: 'offline', call: null, waiting: null, sound: null })
  }

  async dial(to: string) {
    if (!this.#device || this.state().call) return
    this.#follow(await this.#device.connect({ params: { To: to } }), to)
  }

  async accept() {
    try {
      // The microphone is requested before answering, so that the call keeps ringing if access is refused.
      for (const track of (await openMicrophone(this.#devices)).getTracks()) track.stop()
      this.#store.setCall({ state: 'connecting' })
      this.#call?.accept()
    } catch (error) {
      this.#store.set({ problem: problemOf(error) })
    }
  }

  reject() {
    const call = this.#call
    call?.reject()
    this.#over(call, 'hangup')
  }

  async acceptWaiting() {
    if (!this.#waiting) return
    this.hangup()
    await this.accept()
  }

  rejectWaiting() {
    const call = this.#waiting
    call?.reject()
    this.#over(call, 'hangup')
  }

  hangup() {
    const call = this.#call
    call?.disconnect()
    this.#over(call, 'hangup')
  }

  mute(isMuted: boolean) {
    this.#call?.mute(isMuted)
    this.#store.setCall({ isMuted })
  }

  dtmf(digit: string) {
    this.#call?.sendDigits(digit)
  }

  async setDevices(devices: Devices) {
    this.#devices = devices
    const audio = this.#device?.audio
    await audio?.speakerDevices.set(devices.speaker ?? 'default').catch(() => undefined)
    if (devices.microphone) await audio?.setInputDevice(devices.microphone).catch(() => undefined)
    else await audio?.unsetInputDevice().catch(() => undefined)
  }

  async #start() {
    const [{ Device: Phone }, token] = await Promise.all([loadCode(() => import('@twilio/voice-sdk')), this.#token()])
    if (this.#isClosed) return
    const device = new Phone(token, {
      codecPreferences: ['opus', 'pcmu'] as never,
      tokenRefreshMs: TOKEN_REFRESH_MS,
      allowIncomingWhileBusy: true,
    })
    this.#device = device
    device.on('registered', () => this.#store.set({ line: 'ready', problem: null }))
    device.on('unregistered', () => this.#store.set({ line: 'offline' }))
    device.on(
      'tokenWillExpire',
      () =>
        void this.#token().then(
          (fresh) => device.updateToken(fresh),
          () => undefined,
        ),
    )
    device.on('error', ({ code }: { code: number }) => {
      if (code === MICROPHONE_REFUSED) this.#store.set({ problem: 'microphone_refused' })
      if (code === MICROPHONE_MISSING) this.#store.set({ problem: 'microphone_missing' })
    })
    device.on('incoming', (call: Call) => void this.#ring(call))
    await device.register()
    await this.setDevices(this.#devices)
  }

  async #ring(call: Call) {
    let isOver = false
    call.on('cancel', () => {
      isOver = true
    })
    const isIdle = this.state().call === null && this.#others() === 'free'
    const isElsewhere = isIdle && (await this.#talksElsewhere())
    if (isOver || this.#isClosed) return
    // Unlike a refusal, it goes on ringing in the window that speaks.
    if (isElsewhere || isOfOthers(aboutOf(call))) return call.ignore()
    const place = placeFor(this.state(), aboutOf(call), this.#others())
    if (place === 'ring') return this.#follow(call)
    if (place === 'busy') return call.reject()
    this.#waiting = call
    this.#store.set({ waiting: ringingCall(call) })
    this.#listen(call)
  }

  #follow(call: Call, to?: string) {
    this.#call = call
    this.#store.set({ call: ringingCall(call, to), ended: null, problem: null })
    this.#listen(call)
  }

  #listen(call: Call) {
    const isNow = () => call === this.#call
    call.on('accept', () => isNow() && this.#store.setCall({ state: 'talking', since: Date.now() }))
    call.on('disconnect', () => this.#over(call, 'hangup'))
    call.on('cancel', () => this.#over(call, 'elsewhere'))
    call.on('reject', () => this.#over(call, 'busy'))
    call.on('error', () => this.#over(call, 'failed'))
    const warn = (name: string, isRaised: boolean) => {
      if (!isNow()) return
      if (isRaised) this.#warnings.add(name)
      else this.#warnings.delete(name)
      this.#store.set({ sound: WARNINGS.find(([one]) => this.#warnings.has(one))?.[1] ?? null })
    }
    call.on('warning', (name: string) => warn(name, true))
    call.on('warning-cleared', (name: string) => warn(name, false))
  }

  /** After the conversation, the caller who waits is the next call. */
  #over(call: Call | undefined, ended: PhoneState['ended']) {
    if (call && call === this.#waiting) {
      this.#waiting = undefined
      return this.#store.set({ waiting: null })
    }
    if (call !== this.#call) return
    this.#call = this.#waiting
    this.#waiting = undefined
    this.#warnings = new Set()
    this.#store.set({ call: this.state().waiting, waiting: null, sound: null, ended })
  }
}

const aboutOf = (call: Call) => Object.fromEntries(call.customParameters)

const ringingCall = (call: Call, to?: string): PhoneCall => ({
  id: call.parameters.CallSid ?? crypto.randomUUID(),
  direction: to === undefined ? 'in' : 'out',
  peer: to ?? call.parameters.From ?? 'anonymous',
  about: aboutOf(call),
  state: 'ringing',
  since: null,
  isMuted: false,
})
