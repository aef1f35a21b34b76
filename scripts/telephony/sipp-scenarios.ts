/** XML scenarios for sipp. The caller's last step asserts how the call must end. */
const head = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<scenario name="${name}">`
const said = (text: string) => `<![CDATA[\n\n${text.trim()}\n\n]]>`
const send = (text: string, repeat = true) => `<send${repeat ? ' retrans="500"' : ''}>${said(text)}</send>`

const OFFER = `v=0
o=sipp 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 8
a=rtpmap:8 PCMA/8000
a=ptime:20`

const caller = (
  method: string,
  sequence: number,
  { to = '', branch = '[branch]' } = {},
) => `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}
From: <sip:+972541112233@[local_ip]:[local_port]>;tag=[call_number]
To: <sip:[service]@[remote_ip]:[remote_port]>${to}
Call-ID: [call_id]
CSeq: ${sequence} ${method}
Contact: <sip:sipp@[local_ip]:[local_port]>
Max-Forwards: 70`

const INVITE = `INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${caller('INVITE', 1)}
Content-Type: application/sdp
Content-Length: [len]

${OFFER}`

const inside = (method: string, sequence: number) => `${method} [next_url] SIP/2.0
${caller(method, sequence, { to: '[peer_tag_param]' })}
Content-Length: 0`

const EARLY = '<recv response="100" optional="true"/><recv response="180" optional="true"/>'

/** Calls, sends a tone for a while, hangs up. */
export const talks = (tone: string, ms: number): string => `${head('talks')}
${send(INVITE)}
${EARLY}
<recv response="200" rrs="true"/>
${send(inside('ACK', 1), false)}
<nop><action><exec rtp_stream="${tone},-1,8"/></action></nop>
<pause milliseconds="${ms}"/>
<nop><action><exec rtp_stream="pause"/></action></nop>
${send(inside('BYE', 2))}
<recv response="200"/>
</scenario>`

/** Calls and expects a refusal with this status. */
export const isRefused = (status: number): string => `${head('is refused')}
${send(INVITE)}
${EARLY}
<recv response="${status}"/>
${send(
  `ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${caller('ACK', 1, { to: '[peer_tag_param]' })}
Content-Length: 0`,
  false,
)}
</scenario>`

/** Calls and cancels during ringing. */
export const givesUp = (ms: number): string => `${head('gives up')}
${send(INVITE)}
<recv response="100" optional="true"/>
<recv response="180"/>
<pause milliseconds="${ms}"/>
${send(`CANCEL sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${caller('CANCEL', 1, { branch: '[branch-4]' })}
Content-Length: 0`)}
<recv response="200"/>
<recv response="487"/>
${send(
  `ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
${caller('ACK', 1, { to: '[peer_tag_param]', branch: '[branch-7]' })}
Content-Length: 0`,
  false,
)}
</scenario>`

const answer = (status: string, { body = '' } = {}) => `SIP/2.0 ${status}
[last_Via:]
[last_From:]
[last_To:];tag=[pid][call_number]
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:[local_ip]:[local_port]>
${body ? `Content-Type: application/sdp\nContent-Length: [len]\n\n${body}` : 'Content-Length: 0'}`

const CALLED = '<recv request="INVITE"/>'

/** Rings, answers, echoes audio, waits for BYE. */
export const answers = (ms: number): string => `${head('answers')}
${CALLED}
${send(answer('180 Ringing'), false)}
<pause milliseconds="${ms}"/>
${send(answer('200 OK', { body: OFFER }))}
<recv request="ACK"/>
<recv request="BYE"/>
${send(
  `SIP/2.0 200 OK
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]
Content-Length: 0`,
  false,
)}
</scenario>`

export const refuses = (status: string): string => `${head('refuses')}
${CALLED}
${send(answer(status))}
<recv request="ACK"/>
</scenario>`

/** Rings until cancelled. */
export const rings = (): string => `${head('rings')}
${CALLED}
${send(answer('180 Ringing'), false)}
<recv request="CANCEL"/>
${send(
  `SIP/2.0 200 OK
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
[last_CSeq:]
Content-Length: 0`,
  false,
)}
${send(`SIP/2.0 487 Request Terminated
[last_Via:]
[last_From:]
[last_To:];tag=[pid][call_number]
[last_Call-ID:]
CSeq: 1 INVITE
Content-Length: 0`)}
<recv request="ACK"/>
</scenario>`
