import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpHeader, RtpPacket } from 'werift'
import { WebSocket } from 'ws'

export type Said = Record<string, unknown> & { t: string; call?: string }

/** A web phone without a browser: it speaks the signalling protocol, and sends and receives a tone. */
export class WebAgent {
  readonly said: Said[] = []
  readonly heard: number[] = []
  received = 0
  session = ''
  #socket: WebSocket
  #peer: RTCPeerConnection | undefined
  #speaking: NodeJS.Timeout | undefined
  #early: object[] = []
  readonly #url: string
  readonly #tone: number

  constructor(url: string, tone: number) {
    this.#url = url
    this.#tone = tone
    this.#socket = new WebSocket(url)
  }

  async register(token: string, session?: string): Promise<string> {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      if (this.#socket.readyState !== WebSocket.CONNECTING) this.#socket = new WebSocket(this.#url)
      await once(this.#socket, 'open')
    }
    this.#socket.on('message', (data) => this.#hear(JSON.parse(String(data)) as Said))
    this.send({ t: 'register', token, ...(session ? { session } : {}) })
    const answer = await this.next('registered', 'refused')
    this.session = String(answer.session)
    return answer.t
  }

  send(message: Said): void {
    this.#socket.send(JSON.stringify(message))
  }

  /** Returns the first unread message of one of these kinds; waits for it if necessary. */
  async next(...kinds: string[]): Promise<Said> {
    for (const limit = Date.now() + 10_000; Date.now() < limit; ) {
      const at = this.said.findIndex(({ t }) => kinds.includes(t))
      const [found] = at >= 0 ? this.said.splice(at, 1) : []
      if (found) return found
      await new Promise((done) => setTimeout(done, 10))
    }
    throw new Error(`no ${kinds.join(' or ')}, but ${JSON.stringify(this.said.map(({ t }) => t))}`)
  }

  async call(to: string, params: Record<string, string> = {}): Promise<string> {
    const call = randomUUID()
    const peer = this.#open(call)
    await peer.setLocalDescription(await peer.createOffer())
    this.send({ t: 'call', call, to, params, sdp: peer.localDescription?.sdp })
    return call
  }

  /** Accepts the peer's answer to an outgoing call. */
  async accept(): Promise<void> {
    const { sdp } = await this.next('answered')
    await this.#peer?.setRemoteDescription({ type: 'answer', sdp: String(sdp) })
    this.#addEarly()
  }

  async answer(incoming: Said): Promise<void> {
    const peer = this.#open(String(incoming.call))
    await peer.setRemoteDescription({ type: 'offer', sdp: String(incoming.sdp) })
    await peer.setLocalDescription(await peer.createAnswer())
    this.send({ t: 'answer', call: String(incoming.call), sdp: peer.localDescription?.sdp })
    this.#addEarly()
  }

  /** Closes as a browser does when its page unloads. */
  async leavePage(): Promise<void> {
    const closed = once(this.#socket, 'close')
    this.#socket.close()
    await closed
  }

  loseSocket(): void {
    this.#socket.terminate()
  }

  async close(): Promise<void> {
    clearInterval(this.#speaking)
    this.#socket.close()
    await this.#peer?.close()
  }

  #hear(message: Said): void {
    if (message.t !== 'cand') this.said.push(message)
    else if (this.#peer?.remoteDescription) void this.#peer.addIceCandidate(message.c as object).catch(() => undefined)
    else this.#early.push(message.c as object)
  }

  #addEarly(): void {
    for (const candidate of this.#early.splice(0)) void this.#peer?.addIceCandidate(candidate).catch(() => undefined)
  }

  #open(call: string): RTCPeerConnection {
    const audio = [new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: 8_000, channels: 1, payloadType: 0 })]
    const peer = new RTCPeerConnection({ iceServers: [], codecs: { audio }, iceAdditionalHostAddresses: ['127.0.0.1'] })
    const voice = new MediaStreamTrack({ kind: 'audio' })
    peer.addTransceiver(voice, { direction: 'sendrecv' })
    peer.onIceCandidate.subscribe(
      (c) => c && this.#socket.readyState === WebSocket.OPEN && this.send({ t: 'cand', call, c }),
    )
    peer.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe(({ payload }) => {
        this.received++
        for (const byte of payload) this.heard.push(fromMu(byte))
      })
    })
    this.#peer = peer
    this.#speak(voice)
    return peer
  }

  #speak(voice: MediaStreamTrack): void {
    let sample = 0
    let number = 1
    clearInterval(this.#speaking)
    this.#speaking = setInterval(() => {
      const payload = Buffer.alloc(160)
      for (let at = 0; at < 160; at++)
        payload[at] = toMu(Math.round(8_000 * Math.sin((2 * Math.PI * this.#tone * sample++) / 8_000)))
      const header = new RtpHeader({ payloadType: 0, sequenceNumber: number++, timestamp: sample, ssrc: 77 })
      voice.writeRtp(new RtpPacket(header, payload))
    }, 20)
  }
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  const flipped = 255 - byte
  const size = ((2 * (flipped % 16) + 33) * 2 ** (Math.floor(flipped / 16) % 8) - 33) * 4
  return flipped >= 128 ? -size : size
})
const fromMu = (byte: number): number => TABLE[byte] ?? 0

function toMu(sample: number): number {
  let best = 0
  for (let byte = 1; byte < 256; byte++)
    if (Math.abs(fromMu(byte) - sample) < Math.abs(fromMu(best) - sample)) best = byte
  return best
}
