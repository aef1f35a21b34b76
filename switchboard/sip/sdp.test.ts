import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSdp, writeAnswer, writeOffer } from './sdp.ts'

const own = { host: '127.0.0.1', port: 40_200 }
const DESK_PHONE = `v=0
o=dana 123 456 IN IP4 192.168.1.20
s=Talk
c=IN IP4 192.168.1.20
t=0 0
m=audio 7078 RTP/AVP 96 8 0 97
a=rtpmap:96 opus/48000/2
a=rtpmap:97 telephone-event/8000
m=video 9078 RTP/AVP 98
a=rtpmap:98 VP8/90000
`
const read = (change: (sdp: string) => string = (sdp) => sdp) => readSdp(change(DESK_PHONE).replaceAll('\n', '\r\n'))

describe('what a phone offers', () => {
  it('is taken by its first G.711 codec, its keys and its address', () => {
    expect(read()?.terms).toEqual({
      remote: { host: '192.168.1.20', port: 7078 },
      codec: 'PCMA',
      eventType: 97,
      held: false,
    })
  })

  it('is answered section by section: pictures are refused', () => {
    const offer = read()
    const answer = offer ? writeAnswer(own, offer) : ''
    expect(answer.match(/^m=.*$/gm)).toEqual(['m=audio 40200 RTP/AVP 8 97', 'm=video 0 RTP/AVP 98'])
    expect(readSdp(answer)?.terms).toMatchObject({ codec: 'PCMA', eventType: 97 })
  })

  it.each([
    ['a=sendonly', true, 'a=recvonly'],
    ['a=inactive', true, 'a=inactive'],
    ['a=recvonly', false, 'a=sendonly'],
  ])('%s holds: %s, answered with %s', (line, held, expected) => {
    const offer = read((sdp) => sdp.replace('t=0 0', `t=0 0\n${line}`))
    expect(offer?.terms.held).toBe(held)
    expect(offer && writeAnswer(own, offer)).toContain(expected)
  })

  it('in the old way of holding is understood', () => {
    expect(read((sdp) => sdp.replace(/c=.*/, 'c=IN IP4 0.0.0.0'))?.terms.held).toBe(true)
  })

  it.each([
    ['no G.711', (sdp: string) => sdp.replace('96 8 0 97', '96 97')],
    ['encrypted sound only', (sdp: string) => sdp.replace('7078 RTP/AVP', '7078 RTP/SAVP')],
    ['a name for an address', (sdp: string) => sdp.replace(/c=.*/, 'c=IN IP4 evil.example')],
    ['no address', (sdp: string) => sdp.replace(/c=.*/, '')],
    ['a port that is none', (sdp: string) => sdp.replace('7078', '99999')],
    ['sound refused', (sdp: string) => sdp.replace('7078', '0')],
    ['no SDP', () => 'hello'],
  ])('with %s is not taken', (_, change) => {
    expect(read(change)).toBeUndefined()
  })

  it('of any text does no harm', () => {
    const line = fc.constantFrom(
      ...DESK_PHONE.split('\n'),
      'm=audio',
      'c=IN IP4',
      'a=rtpmap:999 telephone-event/8000',
      '=',
    )
    const text = fc.array(fc.oneof(line, fc.string()), { maxLength: 50 }).map((lines) => `v=0\r\n${lines.join('\r\n')}`)
    fc.assert(
      fc.property(text, (sdp) => {
        const offer = readSdp(sdp)
        return offer === undefined || writeAnswer(own, offer).startsWith('v=0')
      }),
    )
  })
})

it('the exchange offers both codecs and keys', () => {
  expect(readSdp(writeOffer(own))?.terms).toEqual({ remote: own, codec: 'PCMU', eventType: 101, held: false })
})
