import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters } from 'werift'
import type { LegStats } from '../legs.ts'
import { type ReceiverListener, RtpReceiver } from '../rtp/receiver.ts'
import { RtpSender } from '../rtp/sender.ts'
import { type IceConfig, iceSettings } from './ice.ts'
import type { IceCandidate } from './messages.ts'

export type PeerListener = ReceiverListener & {
  candidate(candidate: IceCandidate): void
  connected(): void
  /** Called when the connection to the browser is lost permanently. */
  lost(): void
}

const AUDIO = [
  new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: 8_000, channels: 1, payloadType: 0 }),
  new RTCRtpCodecParameters({ mimeType: 'audio/telephone-event', clockRate: 8_000, channels: 1, payloadType: 101 }),
]

/** One browser's audio: G.711 over WebRTC. No method throws; calls after the end have no effect. */
export class WebPeer {
  readonly #connection: RTCPeerConnection
  readonly #voice = new MediaStreamTrack({ kind: 'audio' })
  readonly #receiver: RtpReceiver
  readonly #sender: RtpSender
  readonly #loses: () => boolean
  #open = true

  constructor(ice: IceConfig, listener: PeerListener) {
    this.#connection = new RTCPeerConnection({ ...iceSettings(ice), codecs: { audio: AUDIO } })
    this.#loses = ice.loses ?? (() => false)
    this.#receiver = new RtpReceiver(listener)
    this.#sender = new RtpSender((datagram) => this.#write(datagram))
    this.#connection.addTransceiver(this.#voice, { direction: 'sendrecv' })
    this.#connection.onTrack.subscribe((track) => {
      track.onReceiveRtp.subscribe(({ header, payload }) => {
        const { payloadType, marker, sequenceNumber: sequence, timestamp, ssrc: source } = header
        if (this.#open && !this.#loses())
          this.#receiver.accept({ payloadType, marker, sequence, timestamp, source, payload })
      })
    })
    this.#connection.onIceCandidate.subscribe((found) => {
      if (!this.#open || !found) return
      const { candidate, sdpMid, sdpMLineIndex } = found
      listener.candidate({ candidate, sdpMid: sdpMid ?? undefined, sdpMLineIndex: sdpMLineIndex ?? undefined })
    })
    this.#connection.connectionStateChange.subscribe((state) => {
      if (!this.#open) return
      if (state === 'connected') listener.connected()
      else if (state === 'failed' || state === 'closed' || state === 'disconnected') listener.lost()
    })
  }

  /** Creates the offer for a ringing browser; returns undefined if that fails. */
  async offer(): Promise<string | undefined> {
    return this.#describe(async () => {
      await this.#connection.setLocalDescription(await this.#connection.createOffer())
    })
  }

  /** Creates the answer to a browser's offer; returns undefined if there is no common codec. */
  async answer(offer: string): Promise<string | undefined> {
    return this.#describe(async () => {
      await this.#accept('offer', offer)
      await this.#connection.setLocalDescription(await this.#connection.createAnswer())
    })
  }

  /** Applies a browser's answer; returns false if there is no common codec. */
  async accept(answer: string): Promise<boolean> {
    return (await this.#describe(() => this.#accept('answer', answer))) !== undefined
  }

  addCandidate(candidate: IceCandidate): void {
    if (this.#open) this.#connection.addIceCandidate(candidate).catch(ignore)
  }

  send(frame: Int16Array): void {
    if (this.#open) this.#sender.frame(frame)
  }

  stats(): LegStats {
    return { received: this.#receiver.received, lost: this.#receiver.lost, sent: this.#sender.sent }
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#sender.stop()
    this.#connection.close().catch(ignore)
  }

  async #accept(type: 'offer' | 'answer', sdp: string): Promise<void> {
    if (!/^m=audio \d+ \S+(?: \d+)* ?\b0\b/m.test(sdp)) throw new Error('no PCMU')
    this.#receiver.eventTypes = eventTypesIn(sdp)
    await this.#connection.setRemoteDescription({ type, sdp })
  }

  async #describe(act: () => Promise<void>): Promise<string | undefined> {
    try {
      await act()
      return this.#connection.localDescription?.sdp
    } catch {
      return undefined
    }
  }

  #write(datagram: Buffer): void {
    if (this.#loses()) return
    try {
      this.#voice.writeRtp(datagram)
    } catch {
      this.close()
    }
  }
}

function eventTypesIn(sdp: string): Set<number> {
  return new Set([...sdp.matchAll(/^a=rtpmap:(\d{1,3}) telephone-event\//gim)].map(([, type]) => Number(type)))
}

const ignore = (): void => undefined
