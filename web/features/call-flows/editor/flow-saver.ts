import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import { ApiError } from '../../../lib/http/call.ts'
import type { FlowChanges } from '../call-flows.api.ts'

/** How long the draft rests before it is saved. */
export const SAVE_AFTER_MS = 1_000
/** After how long a save that failed is tried again. */
export const RETRY_AFTER_MS = 5_000

/** `refused`: the server does not take the draft as it is, so it is sent again only after a change. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'failed' | 'refused' | 'conflict'
export type FlowNow = {
  /** As it is stored, as far as this page knows. */
  flow: CallFlow
  name: string
  content: FlowContent
  state: SaveState
  error: string | null
  /** What someone else stored meanwhile. */
  theirs: CallFlow | null
}

type Server = { save: (changes: FlowChanges) => Promise<CallFlow>; read: () => Promise<CallFlow> }

const NO_STEPS: FlowContent = {
  settings: { language: 'he', recording: true, whisper: { isOn: false, text: '' }, screening: 'mobiles' },
  steps: [],
}
export const contentOf = ({ draft, published }: CallFlow): FlowContent => draft ?? published ?? NO_STEPS

/** Keeps the draft of a flow and saves it by itself, one request after the other, so that a later one knows the revision. */
export class FlowSaver {
  readonly #server: Server
  readonly #listeners = new Set<() => void>()
  #now: FlowNow
  #saved: FlowContent
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined

  constructor(flow: CallFlow, server: Server) {
    this.#server = server
    this.#saved = contentOf(flow)
    this.#now = { flow, name: flow.name, content: this.#saved, state: 'saved', error: null, theirs: null }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly now = () => this.#now
  readonly isChanged = () => this.#now.content !== this.#saved || this.#now.name !== this.#now.flow.name

  readonly change = (content: FlowContent) => this.#touch({ content })
  readonly rename = (name: string) => this.#touch({ name })

  /** Saves what is not saved yet; whether all is saved then. */
  readonly flush = async (): Promise<boolean> => {
    clearTimeout(this.#timer)
    await this.#sending
    if (this.#now.state === 'conflict') return false
    if (this.isChanged()) {
      this.#sending = this.#send()
      await this.#sending
    } else this.#become({ state: 'saved', error: null })
    return this.#now.state === 'saved'
  }

  /** Tries again without waiting, for example when the connection is back. */
  readonly retry = () => {
    if (this.#now.state === 'offline' || this.#now.state === 'failed') void this.flush()
  }

  /** Shows what is stored instead of what was changed here. */
  readonly take = (stored: CallFlow) => {
    clearTimeout(this.#timer)
    this.#saved = contentOf(stored)
    const { name } = stored
    this.#become({ flow: stored, name, content: this.#saved, state: 'saved', error: null, theirs: null })
  }

  /** Takes what a reply says beside the draft; what is edited stays. */
  readonly note = ({ numbers, problems }: CallFlow) => this.#become({ flow: { ...this.#now.flow, numbers, problems } })

  /** Shows what someone else stored meanwhile, to choose from. */
  readonly meet = async () => {
    clearTimeout(this.#timer)
    this.#become({ state: 'conflict', theirs: await this.#server.read() })
  }

  /** Saves what was changed here over what someone else stored. */
  readonly keepMine = () => {
    const { theirs, name, flow } = this.#now
    if (!theirs) return
    this.#saved = contentOf(theirs)
    // A name that was not changed here stays theirs.
    this.#become({ flow: theirs, name: name === flow.name ? theirs.name : name, theirs: null, state: 'waiting' })
    void this.flush()
  }

  /** Goes back to the published version. */
  readonly discard = async () => {
    clearTimeout(this.#timer)
    await this.#sending
    this.take(await this.#server.save({ draft: null, expected: this.#now.flow.revision }))
  }

  #become(changes: Partial<FlowNow>) {
    this.#now = { ...this.#now, ...changes }
    for (const listener of this.#listeners) listener()
  }

  #later(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  #touch(changes: Partial<FlowNow>) {
    const isHeld = this.#now.state === 'conflict' || this.#now.state === 'saving'
    this.#become({ ...changes, ...(!isHeld && { state: 'waiting' as const }) })
    if (!isHeld) this.#later(SAVE_AFTER_MS)
  }

  async #send() {
    const { content, name, flow } = this.#now
    this.#become({ state: 'saving' })
    const changes = {
      ...(content !== this.#saved && { draft: content }),
      ...(name !== flow.name && { name }),
      expected: flow.revision,
    }
    try {
      this.#settle(await this.#server.save(changes), content)
    } catch (error) {
      await this.#fail(error)
    } finally {
      this.#sending = undefined
    }
  }

  /** Takes a reply; what was changed since `sent` stays and is saved next. */
  #settle(stored: CallFlow, sent: FlowContent) {
    const isLatest = this.#now.content === sent
    const content = isLatest ? contentOf(stored) : this.#now.content
    this.#saved = isLatest ? content : sent
    this.#become({ flow: stored, content, state: 'saved', error: null, theirs: null })
    if (!this.isChanged()) return
    this.#become({ state: 'waiting' })
    this.#later(SAVE_AFTER_MS)
  }

  async #fail(error: unknown) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, status } = error
    if (code === 'changed_meanwhile') {
      const theirs = await this.#server.read().catch(() => null)
      if (theirs) return this.#become({ state: 'conflict', theirs, error: null })
    } else if (status < 500) return this.#become({ state: 'refused', error: message })
    this.#become({ state: code === 'network' ? 'offline' : 'failed', error: message })
    this.#later(RETRY_AFTER_MS)
  }
}
