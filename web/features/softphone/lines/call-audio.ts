import type { SoundProblem } from './softphone.ts'
import { countersOf, followSound, READ_EVERY_MS, type SoundCounters, sampleBetween } from './sound-quality.ts'

type Candidate = RTCIceCandidateInit
type Listener = {
  candidate: (candidate: Candidate) => void
  /** Audio of the other side. */
  heard: (stream: MediaStream) => void
  connected: () => void
  failed: () => void
  sound: (problem: SoundProblem | null) => void
}

/** The audio of one call over WebRTC: the microphone, the connection, and how good it sounds. */
export class CallAudio {
  readonly #connection = new RTCPeerConnection({ iceServers: [] })
  #microphone: MediaStream
  /** Remote candidates that arrived before the remote description. */
  readonly #early: Candidate[]
  #reading: ReturnType<typeof setInterval> | undefined

  constructor(microphone: MediaStream, early: Candidate[], listener: Listener) {
    this.#microphone = microphone
    this.#early = early
    const connection = this.#connection
    for (const track of microphone.getAudioTracks()) connection.addTrack(track, microphone)
    connection.onicecandidate = ({ candidate }) => {
      if (candidate) listener.candidate(candidate.toJSON())
    }
    connection.ontrack = ({ track }) => listener.heard(new MediaStream([track]))
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === 'connected') {
        this.#follow(listener.sound)
        listener.connected()
      }
      if (connection.connectionState === 'failed') listener.failed()
    }
  }

  async offer(): Promise<string | undefined> {
    await this.#connection.setLocalDescription(await this.#connection.createOffer())
    return this.#connection.localDescription?.sdp
  }

  async answer(sdp: string): Promise<string | undefined> {
    await this.accept({ type: 'offer', sdp })
    await this.#connection.setLocalDescription(await this.#connection.createAnswer())
    return this.#connection.localDescription?.sdp
  }

  /** Applies what the other side says. */
  async accept(description: RTCSessionDescriptionInit) {
    await this.#connection.setRemoteDescription(description)
    await this.#takeEarly()
  }

  async addCandidate(candidate: Candidate) {
    this.#early.push(candidate)
    if (this.#connection.remoteDescription) await this.#takeEarly()
  }

  mute(isMuted: boolean) {
    for (const track of this.#microphone.getAudioTracks()) track.enabled = !isMuted
  }

  /** Returns false if the browser cannot send the key within the audio. */
  press(digit: string): boolean {
    const dtmf = this.#sender()?.dtmf
    if (!dtmf?.canInsertDTMF) return false
    dtmf.insertDTMF(digit)
    return true
  }

  /** Replaces the microphone. */
  async speakInto(microphone: MediaStream) {
    await this.#sender()?.replaceTrack(microphone.getAudioTracks()[0] ?? null)
    stop(this.#microphone)
    this.#microphone = microphone
  }

  close() {
    clearInterval(this.#reading)
    stop(this.#microphone)
    this.#connection.close()
  }

  #sender() {
    return this.#connection.getSenders().find(({ track }) => track?.kind === 'audio')
  }

  async #takeEarly() {
    for (const candidate of this.#early.splice(0))
      await this.#connection.addIceCandidate(candidate).catch(() => undefined)
  }

  /** Reads the connection at intervals while the call lasts. */
  #follow(tell: (problem: SoundProblem | null) => void) {
    if (this.#reading !== undefined) return
    const problemAfter = followSound()
    let before: SoundCounters | undefined
    this.#reading = setInterval(async () => {
      const now = countersOf(await this.#connection.getStats())
      const sample = before && now && sampleBetween(before, now)
      before = now
      if (sample && this.#connection.connectionState === 'connected') tell(problemAfter(sample))
    }, READ_EVERY_MS)
  }
}

export function stop(sound: MediaStream | undefined) {
  for (const track of sound?.getTracks() ?? []) track.stop()
}
