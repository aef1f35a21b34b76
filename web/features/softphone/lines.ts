import { isOfOthers } from './asked-call.ts'
import { type Devices, type IsBusy, type PhoneState, QUIET, type Softphone } from './softphone.ts'

/** Creates a line; `isBusy` tells it whether another line has a call. */
export type MakeLine = (isBusy: IsBusy) => Softphone

/**
 * One phone at several providers, each of whose numbers may ring it. One call at a time over all lines: a caller on
 * another line gets busy. It is ready when all lines are, because any number may be dialled.
 */
export class Lines implements Softphone {
  readonly #lines: readonly Softphone[]
  /** The line of the last call. */
  #last: Softphone | undefined
  #state: PhoneState = QUIET
  readonly #listeners = new Set<() => void>()

  constructor(make: readonly MakeLine[]) {
    this.#lines = make.map((one, i) =>
      one((about) => isOfOthers(about) || this.#lines.some((line, j) => j !== i && line.state().call !== null)),
    )
    for (const line of this.#lines) line.subscribe(() => this.#changed(line))
  }

  readonly state = () => this.#state
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  register() {
    for (const line of this.#lines) line.register()
  }
  close() {
    for (const line of this.#lines) line.close()
  }
  async setDevices(devices: Devices) {
    await Promise.all(this.#lines.map((line) => line.setDevices(devices)))
  }

  async dial(to: string) {
    if (!this.#state.call) await this.#lines[0]?.dial(to)
  }
  async accept() {
    await this.#busy()?.accept()
  }
  reject() {
    this.#busy()?.reject()
  }
  hangup() {
    this.#busy()?.hangup()
  }
  mute(isMuted: boolean) {
    this.#busy()?.mute(isMuted)
  }
  dtmf(digit: string) {
    this.#busy()?.dtmf(digit)
  }

  #busy() {
    return this.#lines.find((line) => line.state().call !== null)
  }

  #changed(changed: Softphone) {
    if (changed.state().call) this.#last = changed
    const states = this.#lines.map((line) => line.state())
    this.#state = {
      line: states.every(({ line }) => line === 'ready') ? 'ready' : 'offline',
      call: this.#busy()?.state().call ?? null,
      ended: this.#last?.state().ended ?? null,
      problem: states.find(({ problem }) => problem !== null)?.problem ?? null,
    }
    for (const listener of this.#listeners) listener()
  }
}
