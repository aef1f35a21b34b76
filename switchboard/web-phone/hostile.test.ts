import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { RTCPeerConnection, RTCRtpCodecParameters } from 'werift'
import type { IceConfig } from './ice.ts'
import { WebPeer } from './peer.ts'

const ICE: IceConfig = { host: '127.0.0.1', ports: [42_200, 42_400], additionalHosts: [] }
const SILENT = {
  heard: () => undefined,
  pressed: () => undefined,
  candidate: () => undefined,
  connected: () => undefined,
  lost: () => undefined,
}

async function goodOffer(): Promise<string> {
  const audio = [new RTCRtpCodecParameters({ mimeType: 'audio/PCMU', clockRate: 8_000, channels: 1, payloadType: 0 })]
  const peer = new RTCPeerConnection({ iceServers: [], codecs: { audio } })
  peer.addTransceiver('audio', { direction: 'sendrecv' })
  await peer.setLocalDescription(await peer.createOffer())
  const { sdp = '' } = peer.localDescription ?? {}
  await peer.close()
  return sdp
}

/** Yields the SDP with each line omitted, duplicated and truncated in turn. */
function* spoiled(sdp: string): Generator<string> {
  const lines = sdp.split('\r\n')
  for (const [at, line] of lines.entries()) {
    yield lines.toSpliced(at, 1).join('\r\n')
    yield lines.toSpliced(at, 0, line).join('\r\n')
    yield lines.toSpliced(at, 1, line.slice(0, Math.ceil(line.length / 2))).join('\r\n')
  }
}

const CANDIDATES = [
  '',
  'candidate:',
  'candidate:1 1 udp 2113937151 999.1.1.1 99999 typ host',
  'candidate:1 1 udp 2113937151 127.0.0.1 0 typ host',
  'candidate:1 1 udp 2113937151 0.0.0.0 1 typ host',
  'candidate:1 1 udp 2113937151 255.255.255.255 9 typ host',
  'candidate:1 1 udp 2113937151 ::1 9 typ host',
  'candidate:1 1 udp 2113937151 a-name-that-is-nowhere.local 9 typ host',
  'candidate:1 9 tcp x y z typ relay raddr',
  'candidate:1 1 udp 2113937151 127.0.0.1 41999 typ host generation 0 ufrag x network-cost 999',
]

/** An uncaught error caused by a browser's message would end the process and all calls; the test then fails. */
describe('a browser that means harm', () => {
  it('gets an answer or none for whatever it offers', { timeout: 120_000 }, async () => {
    const offer = await goodOffer()
    let answered = 0
    for (const sdp of spoiled(offer)) {
      const peer = new WebPeer(ICE, SILENT)
      if (await peer.answer(sdp)) answered++
      peer.send(new Int16Array(160))
      peer.close()
    }
    expect(answered).toBeGreaterThan(0)
    await pause(200)
  })

  it('may name any way to itself', async () => {
    const peer = new WebPeer(ICE, SILENT)
    expect(await peer.answer(await goodOffer())).toContain('m=audio')
    for (const candidate of CANDIDATES)
      for (const sdpMid of ['0', '7', undefined]) peer.addCandidate({ candidate, sdpMid, sdpMLineIndex: -1 })
    peer.send(new Int16Array(160))
    await pause(1_500)
    peer.close()
    peer.addCandidate({ candidate: CANDIDATES[2] ?? '' })
    peer.send(new Int16Array(160))
    await pause(200)
  })

  it('may answer what it likes', async () => {
    const peer = new WebPeer(ICE, SILENT)
    const offer = (await peer.offer()) ?? ''
    expect(await peer.accept('v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\n')).toBeTypeOf('boolean')
    expect(await peer.accept(offer.replaceAll('actpass', 'bogus'))).toBeTypeOf('boolean')
    await pause(300)
    peer.close()
  })
})
