import type { Unsubscribe } from '../legs.ts'
import { toneFrames } from '../media/frames.ts'
import { everyFrame, playFrames } from '../media/pace.ts'
import { makeSid } from '../sids.ts'
import type { LiveCall } from './live-call.ts'
import { Mixer } from './mixer.ts'
import type { RoomTerms } from './read-room.ts'
import type { Recording } from './recordings.ts'

const BEEP_HZ = 480
const BEEP_MS = 200

/** A call in a conference. `out` aborts when the conference ends. */
export type Member = { call: LiveCall; terms: RoomTerms; mixer: Mixer; out: AbortController; stops: Unsubscribe[] }

/** A conference: its calls hear each other. It starts with two calls, and ends with the last one. */
export class Room {
  readonly sid = makeSid('CF')
  readonly #members = new Set<Member>()
  readonly #begun = new AbortController()
  readonly #onEmpty: () => void
  /** The call that came first; the recording's first channel is its voice. */
  #first: LiveCall | undefined
  #recording: Recording | undefined

  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty
  }

  /** Aborts when the conference starts. */
  get begun(): AbortSignal {
    return this.#begun.signal
  }

  enter(call: LiveCall, terms: RoomTerms): Member {
    const member: Member = { call, terms, mixer: new Mixer(), out: new AbortController(), stops: [] }
    this.#first ??= call
    if (terms.beep === 'true' || terms.beep === 'onEnter') this.#beep()
    this.#members.add(member)
    const side = call === this.#first ? 0 : 1
    member.stops.push(
      call.leg?.onFrame((frame, at) => {
        if (!this.begun.aborted) return
        this.#recording?.recorder.write(side, frame, at)
        for (const other of this.#others(member)) other.mixer.hear(member, frame)
      }) ?? (() => {}),
      call.leg?.onDigit((digit) => {
        for (const other of this.#others(member)) other.call.leg?.sendDigits(digit)
      }) ?? (() => {}),
      everyFrame(() => {
        const frame = member.mixer.next()
        if (frame) call.leg?.send(frame)
      }),
    )
    this.#beginIfReady()
    return member
  }

  leave(member: Member): void {
    if (!this.#members.delete(member)) return
    for (const stop of member.stops) stop()
    for (const other of this.#members) other.mixer.forget(member)
    if (member.terms.beep === 'true' || member.terms.beep === 'onExit') this.#beep()
    if (member.terms.endsOnExit) for (const other of [...this.#members]) this.#end(other)
    if (this.#members.size > 0) return
    this.#onEmpty()
    void this.#recording?.finish()
  }

  #end(member: Member) {
    this.leave(member)
    member.out.abort()
  }

  #beginIfReady() {
    const all = [...this.#members]
    if (this.begun.aborted || all.length < 2 || !all.some(({ terms }) => terms.startsOnEnter)) return
    const recorded = all.find(({ terms }) => terms.isRecorded)
    const [first] = all
    if (recorded && first)
      this.#recording = first.call.core.recordings.start(first.call, {
        source: 'Conference',
        channels: 2,
        trim: recorded.terms.trim,
        callback: recorded.terms.recordingCallback,
        conferenceSid: this.sid,
      })
    this.#begun.abort()
  }

  #others(member: Member): Member[] {
    return [...this.#members].filter((one) => one !== member)
  }

  #beep() {
    const beep = {}
    const all = [...this.#members]
    const hear = (frame: Int16Array) => {
      for (const { mixer } of all) mixer.hear(beep, frame)
    }
    void playFrames(toneFrames(BEEP_HZ, BEEP_MS), hear, new AbortController().signal).then(() => {
      for (const { mixer } of all) mixer.forget(beep)
    })
  }
}
