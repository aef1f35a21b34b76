import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMessage } from './parse.ts'

const INVITE = [
  'INVITE sip:+972724440001@127.0.0.1:5070 SIP/2.0',
  'Via: SIP/2.0/UDP 10.0.0.9:5062;branch=z9hG4bK1;rport, SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK0',
  'Max-Forwards: 70',
  'f: "Cohen, \\"Dana\\" <x>" <sip:dana@10.0.0.9:5062>;tag=abc',
  'To: <sip:+972724440001@127.0.0.1>',
  'Call-ID: 1@10.0.0.9',
  'CSeq: 7 INVITE',
  'Contact: <sip:dana@10.0.0.9:5062;transport=udp>',
  'Subject: one',
  ' line more',
  'Content-Type: application/sdp',
  'Content-Length: 5',
  '',
  'v=0\r\nand rubbish',
]
const written = (lines: string[] = INVITE) => Buffer.from(lines.join('\r\n'))
const without = (name: string) => written(INVITE.filter((line) => !line.startsWith(name)))
const changed = (name: string, line: string) => written(INVITE.map((own) => (own.startsWith(name) ? line : own)))
const reason = (datagram: Buffer) => {
  const parsed = parseMessage(datagram)
  return 'refused' in parsed ? parsed.refused : undefined
}

describe('a SIP packet', () => {
  it('is read whole: short names, folded lines, lists, quoted commas, a body as long as it says', () => {
    expect(parseMessage(written())).toMatchObject({
      message: {
        kind: 'request',
        method: 'INVITE',
        uri: 'sip:+972724440001@127.0.0.1:5070',
        via: [{ branch: 'z9hG4bK1', sentBy: '10.0.0.9:5062' }, { branch: 'z9hG4bK0' }],
        from: { uri: 'sip:dana@10.0.0.9:5062', tag: 'abc' },
        to: { uri: 'sip:+972724440001@127.0.0.1', tag: '' },
        callId: '1@10.0.0.9',
        cseq: { number: 7, method: 'INVITE' },
        body: 'v=0\r\n',
      },
    })
    const parsed = parseMessage(written())
    expect('message' in parsed && parsed.message.headers.get('subject')).toEqual(['one line more'])
  })

  it('is an answer too', () => {
    const answer = parseMessage(changed('INVITE', 'SIP/2.0 486 Busy Here'))
    expect(answer).toMatchObject({ message: { kind: 'response', status: 486, reason: 'Busy Here' } })
  })

  it.each([
    ['no request line', changed('INVITE', 'HELLO'), 'start_line'],
    ['another method in CSeq', changed('CSeq', 'CSeq: 7 BYE'), 'cseq'],
    ['a number too large in CSeq', changed('CSeq', 'CSeq: 2147483648 INVITE'), 'cseq'],
    ['no Call-ID', without('Call-ID'), 'required_header'],
    ['two of To', written(INVITE.toSpliced(5, 0, 'To: <sip:a@b>')), 'required_header'],
    ['no Via', without('Via'), 'required_header'],
    ['a Via without branch', changed('Via', 'Via: SIP/2.0/UDP 10.0.0.9'), 'via'],
    ['a From without tag', changed('f:', 'From: <sip:a@b>'), 'address'],
    ['an open quote', changed('f:', 'From: "Dana <sip:a@b>;tag=1'), 'address'],
    ['a body shorter than it says', changed('Content-Length', 'Content-Length: 500'), 'content_length'],
    ['a negative length', changed('Content-Length', 'Content-Length: -1'), 'content_length'],
    ['two lengths', written(INVITE.toSpliced(5, 0, 'l: 0')), 'content_length'],
    ['a NUL', changed('Subject', 'Subject: a\0b'), 'control_characters'],
    ['a lone line feed', changed('Subject', 'Subject: a\nVia: x'), 'header_line'],
    ['a line without colon', changed('Subject', 'Subject'), 'header_line'],
    ['an endless line', changed('Subject', `Subject: ${'a'.repeat(3_000)}`), 'line_too_long'],
    ['a hundred headers', written(INVITE.toSpliced(3, 0, ...Array(100).fill('X: y'))), 'too_many_headers'],
    ['no end of headers', Buffer.from('INVITE sip:a@b SIP/2.0\r\nVia: x\r\n'), 'no_end_of_headers'],
    ['more than a packet may hold', Buffer.alloc(20_000, 'a'), 'too_large'],
  ])('with %s is refused', (_, datagram, expected) => {
    expect(reason(datagram)).toBe(expected)
  })

  it('of any bytes at all does no harm', () => {
    const piece = fc.constantFrom(...INVITE, 'Via: ', ';;', '<', '"', '\0', 'SIP/2.0', ':', ',', 'é', '\r\n\r\n')
    const mixed = fc
      .array(fc.oneof(piece, fc.string()), { maxLength: 60 })
      .map((parts) => Buffer.from(parts.join('\r\n')))
    const bytes = fc.uint8Array({ maxLength: 4_000 }).map((array) => Buffer.from(array))
    const bitten = fc
      .tuple(fc.nat(written().length - 1), fc.nat(255))
      .map(([at, byte]) => Buffer.concat([written().subarray(0, at), Buffer.from([byte]), written().subarray(at + 1)]))
    fc.assert(
      fc.property(fc.oneof(mixed, bytes, bitten), (datagram) => {
        const parsed = parseMessage(datagram)
        if ('refused' in parsed) return parsed.refused.length > 0
        const { callId, from, via, cseq } = parsed.message
        return callId !== '' && from.tag !== '' && via[0].branch !== '' && cseq.number >= 0
      }),
      { numRuns: 3_000 },
    )
  })

  it('made to be slow to read is not', () => {
    const started = performance.now()
    for (const evil of [
      '"'.repeat(2_000),
      '<'.repeat(2_000),
      ';a'.repeat(900),
      '\\'.repeat(2_000),
      `"${'\\"'.repeat(900)}`,
    ])
      for (const name of ['f:', 'Via', 'To', 'CSeq'])
        reason(changed(name, `${name === 'f:' ? 'From:' : `${name}:`} ${evil}`))
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
