import { beforeEach, expect, test, vi } from 'vitest'
import { TwilioSoftphone } from './twilio-softphone.ts'

type Listener = (...given: unknown[]) => void
class Emitter {
  readonly #listeners: [string, Listener][] = []
  on(name: string, listener: Listener) {
    this.#listeners.push([name, listener])
  }
  emit(name: string, ...given: unknown[]) {
    for (const [one, listener] of this.#listeners) if (one === name) listener(...given)
  }
}
/** The vendor's device and calls, as far as the phone uses them. */
class Device extends Emitter {
  static last: Device
  static options: object
  constructor(_token: string, options: object) {
    super()
    Device.last = this
    Device.options = options
  }
  register() {
    this.emit('registered')
  }
  destroy() {}
}
class Call extends Emitter {
  readonly did: string[] = []
  readonly parameters: { CallSid: string; From: string }
  readonly customParameters: Map<string, string>
  constructor(id: string, about: Record<string, string>) {
    super()
    this.parameters = { CallSid: id, From: '+972541234567' }
    this.customParameters = new Map(Object.entries(about))
  }
  accept = () => this.emit('accept')
  disconnect = () => void this.did.push('disconnect')
  reject = () => void this.did.push('reject')
  ignore = () => void this.did.push('ignore')
}
vi.mock('@twilio/voice-sdk', () => ({ Device }))

beforeEach(() => {
  const sound = { getTracks: () => [] }
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: async () => sound } })
})

async function ready(isElsewhere = false) {
  const phone = new TwilioSoftphone(async () => 'token', { talksElsewhere: async () => isElsewhere })
  phone.register()
  await vi.waitFor(() => expect(phone.state().line).toBe('ready'))
  const ring = async (id: string, about: Record<string, string> = {}) => {
    const call = new Call(id, about)
    Device.last.emit('incoming', call)
    await Promise.resolve()
    await Promise.resolve()
    return call
  }
  const talk = async () => {
    const call = await ring('CA1')
    await phone.accept()
    expect(phone.state().call?.state).toBe('talking')
    return call
  }
  return { phone, ring, talk }
}

test('a second caller waits, and is answered in place of the first', async () => {
  const { phone, ring, talk } = await ready()
  expect(Device.options).toMatchObject({ allowIncomingWhileBusy: true })
  const first = await talk()
  const busy = await ring('CA2')
  expect([busy.did, phone.state().waiting]).toEqual([['reject'], null])
  await ring('CA3', { waits: '1' })
  expect(phone.state()).toMatchObject({ call: { id: 'CA1' }, waiting: { id: 'CA3' } })
  await phone.acceptWaiting()
  expect(first.did).toEqual(['disconnect'])
  expect(phone.state()).toMatchObject({ call: { id: 'CA3', state: 'talking' }, waiting: null })
})

test('a waiting caller is declined, leaves, or becomes the next call', async () => {
  const { phone, ring, talk } = await ready()
  const first = await talk()
  const declined = await ring('CA2', { waits: '1' })
  phone.rejectWaiting()
  expect([declined.did, phone.state().waiting]).toEqual([['reject'], null])
  const gone = await ring('CA3', { waits: '1' })
  gone.emit('cancel')
  expect(phone.state()).toMatchObject({ call: { id: 'CA1' }, waiting: null })
  await ring('CA4', { waits: '1' })
  first.emit('disconnect')
  expect(phone.state()).toMatchObject({ call: { id: 'CA4', state: 'ringing' }, waiting: null, ended: 'hangup' })
})

test('the vendor’s warnings are the hint, until they are cleared or the call ends', async () => {
  const { phone, talk } = await ready()
  const call = await talk()
  const hint = (event: string, name: string) => {
    call.emit(event, name, null)
    return phone.state().sound
  }
  expect(hint('warning', 'constant-audio-input-level')).toBeNull()
  expect(hint('warning', 'high-rtt')).toBe('delay')
  expect(hint('warning', 'high-packets-lost-fraction')).toBe('loss')
  expect(hint('warning-cleared', 'high-packets-lost-fraction')).toBe('delay')
  expect(hint('warning-cleared', 'high-rtt')).toBeNull()
  expect(hint('warning', 'high-jitter')).toBe('jitter')
  phone.hangup()
  expect(phone.state()).toMatchObject({ call: null, sound: null })
})

test('while another window speaks, it is left to that one', async () => {
  const { phone, ring } = await ready(true)
  const call = await ring('CA1', { waits: '1' })
  expect([call.did, phone.state().call]).toEqual([['ignore'], null])
})
