import { Mixer } from './mixer.ts'

/** A signed URL of the recording and its expiry. */
export type Link = { url: string; expiresAt: string }
export type Sound = {
  at: number
  /** The length, if known. */
  seconds: number | null
  isWaiting: boolean
  isFailed: boolean
  /** The first signed URL, used to draw the waveform. */
  url: string | null
}
type EngineOptions = {
  /** `renews`: the URL that is about to expire. */
  askLink: (renews?: string) => Promise<Link>
  seconds: number | null
  channels: number
  /** Playback ended or failed. */
  onEnd: () => void
}

/** Time before expiry at which the next URL is requested. */
export const RENEW_BEFORE_MS = 30_000
const TICK_MS = 100

/**
 * Plays one recording. Its signed URL is requested when playback starts and renewed before it expires: a second audio
 * element loads the new URL and continues at the same position.
 */
export class Engine {
  private sound: Sound
  private element: HTMLAudioElement
  private link: Link | undefined
  private rate = 1
  private isWanted = false
  /** A failure is retried once. */
  private hasBroken = false
  private renewal: ReturnType<typeof setTimeout> | undefined
  private readonly ticking: ReturnType<typeof setInterval>
  private readonly mixer: Mixer
  private readonly listeners = new Set<() => void>()
  private readonly options: EngineOptions

  constructor(options: EngineOptions) {
    this.options = options
    this.sound = { at: 0, seconds: options.seconds, isWaiting: false, isFailed: false, url: null }
    this.mixer = new Mixer(options.channels)
    this.element = this.makeElement()
    this.ticking = setInterval(() => {
      if (!this.element.paused) this.become({ at: this.element.currentTime })
    }, TICK_MS)
  }

  readonly get = () => this.sound
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  play() {
    this.hasBroken = false
    void this.start()
  }
  pause() {
    this.isWanted = false
    const { element } = this
    element.pause()
    this.become({ isWaiting: false, ...(element.src && { at: element.currentTime }) })
  }
  seek(to: number) {
    const at = Math.min(Math.max(0, to), this.sound.seconds ?? to)
    if (this.element.src) this.element.currentTime = at
    this.become({ at })
  }
  setRate(rate: number) {
    this.rate = rate
    this.element.playbackRate = rate
  }
  setMuted(channel: number, isMuted: boolean) {
    this.mixer.setMuted(channel, isMuted)
  }
  close() {
    this.isWanted = false
    clearTimeout(this.renewal)
    clearInterval(this.ticking)
    this.element.pause()
    this.element.removeAttribute('src')
    this.mixer.close()
  }

  private become(changes: Partial<Sound>) {
    this.sound = { ...this.sound, ...changes }
    for (const listener of this.listeners) listener()
  }

  private makeElement() {
    const element = new Audio()
    element.preload = 'auto'
    const isCurrent = () => element === this.element
    element.addEventListener('durationchange', () => {
      if (Number.isFinite(element.duration)) this.become({ seconds: element.duration })
    })
    element.addEventListener('waiting', () => isCurrent() && this.become({ isWaiting: true }))
    element.addEventListener('playing', () => isCurrent() && this.become({ isWaiting: false, isFailed: false }))
    element.addEventListener('error', () => isCurrent() && element.src && void this.recover())
    element.addEventListener('ended', () => {
      if (!isCurrent()) return
      element.currentTime = 0
      this.become({ at: 0, isWaiting: false })
      this.options.onEnd()
    })
    return element
  }
  private load(element: HTMLAudioElement, url: string, at: number) {
    element.src = url
    element.playbackRate = this.rate
    this.mixer.connect(element)
    if (at > 0) element.currentTime = at
  }
  private isAllHere() {
    const { buffered, duration } = this.element
    return buffered.length > 0 && buffered.start(0) === 0 && buffered.end(buffered.length - 1) >= duration - 0.1
  }
  private isEnding() {
    return !this.link || Date.parse(this.link.expiresAt) - Date.now() < RENEW_BEFORE_MS
  }

  private async start() {
    this.isWanted = true
    this.become({ isWaiting: true, isFailed: false })
    try {
      if (!this.element.src || (this.isEnding() && !this.isAllHere())) await this.reload()
      this.mixer.resume()
      if (this.isWanted) await this.element.play()
    } catch (error) {
      // Either playback was stopped before it began, or the element's own error event reports the cause.
      if (!(error instanceof DOMException)) this.fail()
    }
  }
  private async reload() {
    const { url } = await this.ask()
    const { at } = this.sound
    if (this.element.src) {
      this.element.pause()
      this.element = this.makeElement()
    }
    this.load(this.element, url, at)
  }
  private async ask() {
    const link = await this.options.askLink(this.link?.url)
    this.link = link
    clearTimeout(this.renewal)
    const wait = Date.parse(link.expiresAt) - Date.now() - RENEW_BEFORE_MS
    this.renewal = setTimeout(() => void this.renew(), Math.max(0, wait))
    if (!this.sound.url) this.become({ url: link.url })
    return link
  }

  /** Gapless: the next element starts where the current one stops. */
  private async renew() {
    if (!this.isWanted || this.isAllHere()) return
    const link = await this.ask().catch(() => undefined)
    if (!link || !this.isWanted) return
    const next = this.makeElement()
    this.load(next, link.url, this.element.currentTime)
    const takeOver = () => {
      if (!this.isWanted) return
      const before = this.element
      next.currentTime = before.currentTime
      this.element = next
      void next.play().then(() => before.pause())
    }
    next.addEventListener('canplay', takeOver, { once: true })
  }
  /** An expired URL or a broken connection: retried once with a new URL, then reported. */
  private async recover() {
    if (this.hasBroken) return this.fail()
    this.hasBroken = true
    this.link = undefined
    if (this.isWanted) await this.start()
  }
  private fail() {
    this.become({ isFailed: true, isWaiting: false })
    this.options.onEnd()
  }
}
