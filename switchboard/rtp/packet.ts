/** An RTP packet (RFC 3550 5.1). Outgoing packets have no contributing sources and no extensions. */
export type RtpPacket = {
  payloadType: number
  marker: boolean
  sequence: number
  timestamp: number
  source: number
  payload: Buffer
}

const HEADER = 12
const LARGEST = 1_500

/**
 * Parses a packet. Returns undefined if it is not RTP: too short, too long, another version, or inconsistent lengths.
 */
export function readPacket(datagram: Buffer): RtpPacket | undefined {
  if (datagram.length < HEADER || datagram.length > LARGEST) return undefined
  const first = datagram.readUInt8(0)
  const second = datagram.readUInt8(1)
  if (first >> 6 !== 2) return undefined
  let start = HEADER + (first & 0x0f) * 4
  if (first & 0x10) {
    if (start + 4 > datagram.length) return undefined
    start += 4 + datagram.readUInt16BE(start + 2) * 4
  }
  const padding = first & 0x20 ? datagram.readUInt8(datagram.length - 1) : 0
  const end = datagram.length - padding
  if (start > end) return undefined
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: datagram.readUInt16BE(2),
    timestamp: datagram.readUInt32BE(4),
    source: datagram.readUInt32BE(8),
    payload: datagram.subarray(start, end),
  }
}

export function writePacket({ payloadType, marker, sequence, timestamp, source, payload }: RtpPacket): Buffer {
  const datagram = Buffer.alloc(HEADER + payload.length)
  datagram.writeUInt8(0x80, 0)
  datagram.writeUInt8((marker ? 0x80 : 0) | payloadType, 1)
  datagram.writeUInt16BE(sequence & 0xffff, 2)
  datagram.writeUInt32BE(timestamp >>> 0, 4)
  datagram.writeUInt32BE(source >>> 0, 8)
  payload.copy(datagram, HEADER)
  return datagram
}
