import { isIPv4 } from 'node:net'
import type { Codec } from '../rtp/g711.ts'
import { PAYLOAD_TYPES } from '../rtp/g711.ts'
import type { MediaTerms } from '../rtp/session.ts'

type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'
type Section = { media: string; port: number; profile: string; formats: string[]; lines: string[] }

/**
 * The audio parameters of an SDP body, as seen by this side. `order` lists the sections of the body, for the answer.
 */
export type Offer = { terms: MediaTerms; direction: Direction; order: Section[]; chosen: number }

const MOST_LINES = 400
const DEFAULT_EVENT_TYPE = 101
const MEDIA_LINE = /^m=([a-z]{1,16}) (\d{1,5})(?:\/\d+)? (\S{1,32}) ([\d\w. ]{1,256})$/
const OTHER_SIDE: Record<Direction, Direction> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
}

/**
 * Parses an SDP body. Returns undefined if no audio can be negotiated: no G.711 over RTP/AVP, no IPv4 address, or no
 * SDP.
 */
export function readSdp(body: string): Offer | undefined {
  const lines = body.split(/\r?\n/)
  if (!lines[0]?.startsWith('v=0') || lines.length > MOST_LINES) return undefined
  const { common, sections } = cut(lines)
  const chosen = sections.findIndex(
    ({ media, port, profile }) => media === 'audio' && port > 0 && profile === 'RTP/AVP',
  )
  const section = sections[chosen]
  const codec = section && codecOf(section)
  const host = connectionOf(section?.lines ?? []) ?? connectionOf(common)
  if (!section || !codec || host === undefined || section.port > 65_535) return undefined
  const direction = host === '0.0.0.0' ? 'inactive' : (directionOf(section.lines) ?? directionOf(common) ?? 'sendrecv')
  const held = direction === 'sendonly' || direction === 'inactive'
  const terms = { remote: { host, port: section.port }, codec, eventType: eventTypeOf(section), held }
  return { terms, direction, order: sections, chosen }
}

export type OwnMedia = { host: string; port: number }

/** Writes the offer to a called phone: both codecs and telephone events. */
export function writeOffer({ host, port }: OwnMedia): string {
  return lines(host, [
    `m=audio ${port} RTP/AVP 0 8 ${DEFAULT_EVENT_TYPE}`,
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    ...eventLines(DEFAULT_EVENT_TYPE),
    'a=ptime:20',
    'a=sendrecv',
  ])
}

/** Writes the answer to an offer: one codec, telephone events if offered; every other section is refused. */
export function writeAnswer({ host, port }: OwnMedia, { terms, direction, order, chosen }: Offer): string {
  const type = PAYLOAD_TYPES[terms.codec]
  const events = terms.eventType
  const sound = [
    `m=audio ${port} RTP/AVP ${[type, ...(events === undefined ? [] : [events])].join(' ')}`,
    `a=rtpmap:${type} ${terms.codec}/8000`,
    ...(events === undefined ? [] : eventLines(events)),
    'a=ptime:20',
    `a=${OTHER_SIDE[direction]}`,
  ]
  return lines(
    host,
    order.flatMap(({ media, profile, formats }, at) =>
      at === chosen ? sound : [`m=${media} 0 ${profile} ${formats.join(' ')}`],
    ),
  )
}

const eventLines = (type: number): string[] => [`a=rtpmap:${type} telephone-event/8000`, `a=fmtp:${type} 0-15`]

function lines(host: string, media: string[]): string {
  const head = ['v=0', `o=- ${Date.now()} 1 IN IP4 ${host}`, 's=-', `c=IN IP4 ${host}`, 't=0 0']
  return `${[...head, ...media].join('\r\n')}\r\n`
}

function cut(all: string[]): { common: string[]; sections: Section[] } {
  const common: string[] = []
  const sections: Section[] = []
  for (const line of all) {
    const [, media, port, profile, formats] = MEDIA_LINE.exec(line) ?? []
    if (media && profile && formats)
      sections.push({ media, port: Number(port), profile, formats: formats.trim().split(/ +/), lines: [] })
    else (sections.at(-1)?.lines ?? common).push(line)
  }
  return { common, sections }
}

/** Returns the first supported codec in the peer's list, which is in its order of preference. */
function codecOf({ formats }: Section): Codec | undefined {
  const named = formats.find((format) => format === '0' || format === '8')
  return named === undefined ? undefined : named === '0' ? 'PCMU' : 'PCMA'
}

function eventTypeOf({ formats, lines }: Section): number | undefined {
  for (const line of lines) {
    const [, type] = /^a=rtpmap:(\d{1,3}) telephone-event\/8000/i.exec(line) ?? []
    if (type !== undefined && Number(type) < 128 && formats.includes(type)) return Number(type)
  }
  return undefined
}

function connectionOf(all: string[]): string | undefined {
  const host = all.find((line) => line.startsWith('c='))?.match(/^c=IN IP4 ([\d.]{7,15})/)?.[1]
  return host !== undefined && isIPv4(host) ? host : undefined
}

function directionOf(all: string[]): Direction | undefined {
  const found = all.find((line) => /^a=(sendrecv|sendonly|recvonly|inactive)$/.test(line))
  return found?.slice(2) as Direction | undefined
}
