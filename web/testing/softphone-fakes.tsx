import { act, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, vi } from 'vitest'
import { type KnownLead, type RingingCall, softphoneRoutes } from '#contract/calls/softphone.ts'
import { paths } from '../lib/paths.ts'
import { storage } from '../lib/storage.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from './fakes.ts'
import { businessReply, NEW } from './lead-fakes.ts'
import { renderPage } from './render.tsx'
import { type FakeReply, reply } from './replies.ts'

export const CALL_ID = '018f0000-0000-7000-8000-0000000000e1'
export const LEAD_ID = '018f0000-0000-7000-8000-0000000000e2'

/** The exchange's side of the WebSocket. */
export class Line {
  static open: Line[] = []
  static readonly OPEN = 1
  readonly readyState = 1
  readonly url: string
  readonly said: Record<string, unknown>[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: () => void
  constructor(url: string) {
    this.url = url
    Line.open.push(this)
    queueMicrotask(() => this.onopen?.())
  }
  send(text: string) {
    this.said.push(JSON.parse(text))
  }
  isClosed = false
  close() {
    this.isClosed = true
  }
  hear(message: object) {
    act(() => this.onmessage?.({ data: JSON.stringify(message) }))
  }
}

export const digits: string[] = []
export const track = { kind: 'audio', enabled: true, stop: () => undefined }
const sound = { getTracks: () => [track], getAudioTracks: () => [track] }
export class Connection {
  static last: Connection
  connectionState = 'new'
  remoteDescription: unknown
  localDescription = { sdp: 'the answer' }
  onconnectionstatechange?: () => void
  constructor() {
    Connection.last = this
  }
  addTrack() {}
  setRemoteDescription(given: unknown) {
    this.remoteDescription = given
  }
  createAnswer() {}
  setLocalDescription() {}
  readonly candidates: unknown[] = []
  addIceCandidate(candidate: unknown) {
    this.candidates.push(candidate)
    return Promise.resolve()
  }
  getSenders() {
    return [{ track, dtmf: { canInsertDTMF: true, insertDTMF: (digit: string) => digits.push(digit) } }]
  }
  report = new Map<string, object>()
  getStats() {
    return Promise.resolve(this.report)
  }
  close() {}
  becomes(state: string) {
    this.connectionState = state
    act(() => this.onconnectionstatechange?.())
  }
}

export const getUserMedia = vi.fn()
/** Called before each test: no phone is open, nothing is kept. */
export function fakePhones() {
  storage.callsToNote.set(null)
  storage.phoneLeft.set(null)
  Line.open = []
  digits.length = 0
  track.enabled = true
  getUserMedia.mockReset().mockResolvedValue(sound)
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('RTCPeerConnection', Connection)
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia, enumerateDevices: async () => [] },
  })
}

const aToken = {
  kind: 'local' as const,
  token: 'signed',
  identity: 'u_1_b_1',
  url: 'ws://elsewhere.test/phone',
  expiresAt: '2030-01-01T00:00:00.000Z',
}
export const known: KnownLead = {
  campaignId: CAMPAIGN_ID,
  statusId: NEW._id,
  tags: ['warm'],
  searchTerm: 'kitchens haifa',
  earlier: {
    count: 2,
    last: [{ at: '2026-01-05T08:00:00.000Z', direction: 'inbound', status: 'Not Answered', answeredBy: null }],
  },
  lastNote: { text: 'Wants oak', author: 'Noa', at: '2026-01-05T09:00:00.000Z' },
  canEdit: true,
}
export const ringingCall: RingingCall = {
  isWaiting: true,
  stage: 'greeting',
  inLineSince: null,
  caller: '+972541234567',
  callerText: null,
  isTest: false,
  lead: { _id: LEAD_ID, name: 'Dana Mor' },
  campaign: { _id: CAMPAIGN_ID, name: 'מטבחים – Google' },
  number: { phone: '+972724440001', label: '' },
  making: null,
  isNewLead: false,
  known,
}
export const incoming = {
  ...{ t: 'incoming', call: 'c1', from: '+972541234567', callSid: 'CA1', params: { callId: CALL_ID }, sdp: 'offer' },
}

/** A phone that is ready for calls. */
export async function wait(dock: ReactElement, call: RingingCall = ringingCall, replies: FakeReply[] = []) {
  const page = await renderPage(dock, {
    path: paths.leads(BUSINESS_ID),
    session: aSession(),
    replies: [
      reply(softphoneRoutes.token, { success: true, softphones: [aToken] }),
      reply(softphoneRoutes.presence, { success: true }),
      reply(softphoneRoutes.leave, { success: true }),
      reply(softphoneRoutes.ringing, { success: true, call }),
      businessReply,
      ...replies,
    ],
  })
  await screen.findByRole('button', { name: 'My phone: Offline' })
  await waitFor(() => expect(Line.open[0]?.said).toEqual([{ t: 'register', token: 'signed' }]))
  const [line] = Line.open
  if (!line) throw new Error('There is no line')
  line.hear({ t: 'registered', session: 's1', address: 'client:u_1_b_1' })
  await screen.findByRole('button', { name: 'My phone: Ready for calls' })
  return { page, line }
}
export async function ring(...given: Parameters<typeof wait>) {
  const world = await wait(...given)
  world.line.hear(incoming)
  return world
}

/** A conversation. */
export async function talk(...given: Parameters<typeof wait>) {
  const world = await ring(...given)
  await world.page.user.click(await screen.findByRole('button', { name: /Answer/ }))
  await waitFor(() => expect(world.line.said.at(-1)?.t).toBe('answer'))
  Connection.last.becomes('connected')
  await screen.findByRole('timer')
  return world
}
