import type { Call, Device } from '@twilio/voice-sdk'
import { loadCode } from '../../lib/code/load-code.ts'
import { isOfOthers } from './asked-call.ts'
import { type Devices, type IsBusy, PhoneStore, problemOf, type Softphone } from './softphone.ts'
import { openMicrophone } from './sound.ts'

/** Time before expiry at which a new token is fetched; timers of a hidden tab run once a minute. */
const TOKEN_REFRESH_MS = 120_000
const MICROPHONE_REFUSED = 31_401
const MICROPHONE_MISSING = 31_402

/** A phone at Twilio: the vendor's script, loaded when first needed. */
export class TwilioSoftphone implements Softphone {
  readonly #store = new PhoneStore()
  readonly #token: () => Promise<string>
  readonly #isBusy: IsBusy
  #devices: Devices = { microphone: null, speaker: null }
  #device: Device | undefined
  #call: Call | undefined
  #isClosed = false

  /** `isBusy`: another line has a call. */
  constructor(token: () => Promise<string>, isBusy: IsBusy) {
    this.#token = token
    this.#isBusy = isBusy
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
    this.#store.set({ line: 'offline', call: null })
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
    this.#call?.reject()
    this.#over('hangup')
  }

  hangup() {
    this.#call?.disconnect()
    this.#over('hangup')
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
    const device = new Phone(token, { codecPreferences: ['opus', 'pcmu'] as never, tokenRefreshMs: TOKEN_REFRESH_MS })
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
    device.on('incoming', (call: Call) => {
      // Ignored, not rejected: the window that asked for it answers.
      if (isOfOthers(Object.fromEntries(call.customParameters))) return call.ignore()
      return this.state().call || this.#isBusy() ? call.reject() : this.#follow(call)
    })
    await device.register()
    await this.setDevices(this.#devices)
  }

  #follow(call: Call, to?: string) {
    this.#call = call
    const about = Object.fromEntries(call.customParameters)
    const peer = to ?? call.parameters.From ?? 'anonymous'
    const id = call.parameters.CallSid ?? crypto.randomUUID()
    const direction = to === undefined ? 'in' : 'out'
    this.#store.set({
      call: { id, direction, peer, about, state: 'ringing', since: null, isMuted: false },
      ended: null,
      problem: null,
    })
    call.on('accept', () => this.#store.setCall({ state: 'talking', since: Date.now() }))
    call.on('disconnect', () => call === this.#call && this.#over('hangup'))
    call.on('cancel', () => call === this.#call && this.#over('elsewhere'))
    call.on('reject', () => call === this.#call && this.#over('busy'))
    call.on('error', () => call === this.#call && this.#over('failed'))
  }

  #over(ended: 'hangup' | 'elsewhere' | 'busy' | 'failed') {
    this.#call = undefined
    this.#store.set({ call: null, ended })
  }
}
