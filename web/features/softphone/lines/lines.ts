import { type Devices, isRinging, type Others, type PhoneState, QUIET, type Softphone } from './softphone.ts'

/** Creates a line; it asks `others` what the other lines do. */
export type MakeLine = (others: () => Others) => Softphone

/**
 * One phone at several providers, each of whose numbers may ring it. One conversation at a time over all lines; a caller
 * on another line waits. It is ready when all lines are, because any number may be dialled.
 */
export class Lines implements Softphone {
  readonly #lines: readonly Softphone[]
  #state: PhoneState = QUIET
  readonly #listeners = new Set<() => void>()

  constructor(make: readonly MakeLine[]) {
    this.#lines = make.map((one, i) => one(() => this.#othersThan(i)))
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
  async acceptWaiting() {
    const [talking, other] = [this.#busy(), this.#waiting()]
    if (!other) return talking?.acceptWaiting()
    talking?.hangup()
    await other.accept()
  }
  rejectWaiting() {
    const other = this.#waiting()
    if (other) other.reject()
    else this.#busy()?.rejectWaiting()
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

  /** The line that speaks, else the one that rings. */
  #busy() {
    const busy = this.#lines.filter((line) => line.state().call !== null)
    return busy.find((line) => !isRinging(line.state().call)) ?? busy[0]
  }

  /** A line that rings while another speaks. */
  #waiting() {
    const talking = this.#busy()
    return this.#lines.find((line) => line !== talking && line.state().call !== null)
  }

  #othersThan(i: number): Others {
    const states = this.#lines.filter((_, j) => j !== i).map((line) => line.state())
    if (states.every(({ call }) => call === null)) return 'free'
    return states.some(({ call, waiting }) => waiting || isRinging(call)) ? 'taken' : 'talking'
  }

  #changed(changed: Softphone) {
    const states = this.#lines.map((line) => line.state())
    const { call: before, ended: endedBefore } = this.#state
    const now = this.#busy()?.state()
    const call = now?.call ?? null
    const isOver = before !== null && call?.id !== before.id
    this.#state = {
      line: states.every(({ line }) => line === 'ready') ? 'ready' : 'offline',
      call,
      waiting: now?.waiting ?? this.#waiting()?.state().call ?? null,
      sound: now?.sound ?? null,
      ended: isOver ? changed.state().ended : call && !before ? null : endedBefore,
      problem: states.find(({ problem }) => problem !== null)?.problem ?? null,
    }
    for (const listener of this.#listeners) listener()
  }
}
