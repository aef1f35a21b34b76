import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

export type AgentCodec = 'PCMU' | 'PCMA'

const RATE = 8_000
const STEP = 160
const EVENTS = 101

/** The agents whose audio is being sent. All agents of a process send on one timer. */
const speaking = new Set<AgentMedia>()
let clock: NodeJS.Timeout | undefined

function join(media: AgentMedia): void {
  speaking.add(media)
  if (clock) return
  let due = performance.now()
  clock = setInterval(() => {
    for (; due <= performance.now(); due += 20) for (const each of [...speaking]) each.step()
  }, 10)
}

function leave(media: AgentMedia): void {
  speaking.delete(media)
  if (speaking.size > 0) return
  clearInterval(clock)
  clock = undefined
}

/** The audio of a test phone: sends a tone and records what it receives. */
export class AgentMedia {
  readonly port: number
  /** Received audio, in order of arrival. */
  readonly pieces: Int16Array[] = []
  digits = ''
  received = 0
  sent = 0
  /** Sequence numbers missing between the first and the last packet. */
  lost = 0
  tone: number
  codec: AgentCodec = 'PCMU'
  #to: { host: string; port: number } | undefined
  #sequence = 1_000
  #time = 5_000
  #phase = 0
  #lastHeard = -1
  #lastPress = -1
  #presses: string[] = []
  #step = 0
  #closed = false
  readonly #socket: Socket

  private constructor(socket: Socket, tone: number) {
    this.#socket = socket
    this.tone = tone
    this.port = socket.address().port
    socket.on('message', (packet) => this.#hear(packet))
    socket.on('error', () => undefined)
  }

  static async open(host: string, tone: number): Promise<AgentMedia> {
    const socket = createSocket('udp4')
    socket.bind(0, host)
    await once(socket, 'listening')
    return new AgentMedia(socket, tone)
  }

  offer(host: string, codecs: AgentCodec[], direction = 'sendrecv'): string {
    const types = codecs.map((codec) => (codec === 'PCMU' ? 0 : 8))
    const maps = codecs.map((codec, at) => `a=rtpmap:${types[at]} ${codec}/8000`)
    const lines = ['v=0', `o=agent 1 1 IN IP4 ${host}`, 's=agent', `c=IN IP4 ${host}`, 't=0 0']
    const sound = [`m=audio ${this.port} RTP/AVP ${types.join(' ')} ${EVENTS}`, ...maps]
    return [...lines, ...sound, `a=rtpmap:${EVENTS} telephone-event/8000`, `a=${direction}`, ''].join('\r\n')
  }

  /** Sends audio to the address in the peer's SDP, with the first codec listed. */
  speakTo(sdp: string): void {
    const host = /^c=IN IP4 (\S+)/m.exec(sdp)?.[1]
    const [, port, first] = /^m=audio (\d+) RTP\/AVP (\d+)/m.exec(sdp) ?? []
    if (!host || !port) throw new Error('the other side named no place for sound')
    this.#to = { host, port: Number(port) }
    this.codec = first === '8' ? 'PCMA' : 'PCMU'
    join(this)
  }

  press(digits: string): void {
    this.#presses.push(...digits)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    leave(this)
    this.#socket.close()
  }

  heard(): Int16Array {
    const all = new Int16Array(this.pieces.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of this.pieces) {
      all.set(piece, at)
      at += piece.length
    }
    return all
  }

  step(): void {
    if (this.#presses.length > 0) this.#pressStep()
    else this.#packet(this.codec === 'PCMU' ? 0 : 8, this.#sound(), this.#time)
    this.#time += STEP
  }

  /** Sends one packet of a key press: ten packets per key with one timestamp, the last three with the end bit. */
  #pressStep(): void {
    const payload = Buffer.alloc(4)
    payload[0] = '0123456789*#ABCD'.indexOf(this.#presses[0] ?? '0')
    payload[1] = this.#step >= 7 ? 0x8a : 0x0a
    payload.writeUInt16BE((this.#step + 1) * STEP, 2)
    this.#packet(EVENTS, payload, this.#time - this.#step * STEP)
    this.#step++
    if (this.#step < 10) return
    this.#step = 0
    this.#presses.shift()
  }

  #sound(): Buffer {
    const payload = Buffer.alloc(STEP)
    for (let at = 0; at < STEP; at++, this.#phase++) {
      const sample = this.tone === 0 ? 0 : Math.round(8_000 * Math.sin((2 * Math.PI * this.tone * this.#phase) / RATE))
      payload[at] = this.codec === 'PCMU' ? toMu(sample) : toA(sample)
    }
    return payload
  }

  #packet(type: number, payload: Buffer, time: number): void {
    if (!this.#to || this.#closed) return
    const head = Buffer.from([0x80, type, 0, 0, 0, 0, 0, 0, 0xca, 0xfe, 0xca, 0xfe])
    head.writeUInt16BE(this.#sequence++ & 0xffff, 2)
    head.writeUInt32BE(time, 4)
    this.sent++
    this.#socket.send(Buffer.concat([head, payload]), this.#to.port, this.#to.host, () => undefined)
  }

  #hear(packet: Buffer): void {
    if (packet.length < 12) return
    const type = (packet[1] ?? 0) & 0x7f
    const number = packet.readUInt16BE(2)
    if (this.#lastHeard >= 0) this.lost += Math.max(0, ((number - this.#lastHeard) & 0xffff) - 1)
    this.#lastHeard = number
    this.received++
    const payload = packet.subarray(12)
    const time = packet.readUInt32BE(4)
    if (type === EVENTS && this.#lastPress !== time) {
      this.#lastPress = time
      this.digits += '0123456789*#ABCD'[payload[0] ?? 0]
    }
    if (type !== 0 && type !== 8) return
    this.pieces.push(Int16Array.from(payload, type === 0 ? fromMu : fromA))
  }
}

const MU = Array.from({ length: 256 }, (_, byte) => expandMu(byte))
const A = Array.from({ length: 256 }, (_, byte) => expandA(byte))
const fromMu = (byte: number): number => MU[byte] ?? 0
const fromA = (byte: number): number => A[byte] ?? 0
const toMu = (sample: number): number => nearest(MU, sample)
const toA = (sample: number): number => nearest(A, sample)

/**
 * Encodes a sample by searching the table, and caches the result. This is slow, but independent of the product's
 * formula.
 */
const known = new Map<string, number>()
function nearest(table: number[], sample: number): number {
  const key = `${table === MU ? 'u' : 'a'}${sample}`
  let best = known.get(key)
  if (best !== undefined) return best
  best = 0
  for (let byte = 1; byte < 256; byte++)
    if (Math.abs((table[byte] ?? 0) - sample) < Math.abs((table[best] ?? 0) - sample)) best = byte
  known.set(key, best)
  return best
}

/** Decodes G.711 by its formulas: µ-law with bias 33 over 14 bits, A-law over 13 bits, both scaled to 16. */
function expandMu(byte: number): number {
  const flipped = 255 - byte
  const size = (2 * (flipped % 16) + 33) * 2 ** (Math.floor(flipped / 16) % 8) - 33
  return (flipped >= 128 ? -size : size) * 4
}

function expandA(byte: number): number {
  const flipped = byte ^ 0x55
  const segment = Math.floor(flipped / 16) % 8
  const step = 2 * (flipped % 16) + 1
  const size = segment === 0 ? step : (step + 32) * 2 ** (segment - 1)
  return (flipped >= 128 ? size : -size) * 8
}
