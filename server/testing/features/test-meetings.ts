import { expect } from 'vitest'
import { guestMeetingRoutes } from '#contract/leads/meetings/guest-meetings.ts'
import { meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import type { Credentials, testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials> | undefined
type Loose = Record<string, unknown>
type Link = { id: string; token: string }

export const linkIn = (url: string): Link => {
  const [token = '', id = ''] = url.split('/').reverse()
  return { id, token }
}

/** Helpers for tests of meetings. */
export function testMeetings({ send }: App) {
  const make = (as: As, body: Loose) =>
    send(meetingRoutes.create, as, {
      body: { kind: 'at_office', title: 'First talk', minutes: 60, place: 'Bialik 41, Ramat Gan', ...body } as never,
    })
  return {
    make,
    /** Makes a meeting that must be accepted, with the link of its guest. */
    async made(as: As, body: Loose) {
      const reply = await make(as, body)
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
      return { ...reply.body, link: linkIn(reply.body.url) }
    },
    change: (as: As, id: string, body: Loose) =>
      send(meetingRoutes.change, as, { params: { id }, body: body as never }),
    cancel: (as: As, id: string, body: Loose = {}) =>
      send(meetingRoutes.cancel, as, { params: { id }, body: body as never }),
    outcome: (as: As, id: string, outcome: 'held' | 'no_show' | 'moved' | null) =>
      send(meetingRoutes.outcome, as, { params: { id }, body: { outcome } }),
    read: (as: As, id: string) => send(meetingRoutes.read, as, { params: { id } }),
    ofLead: (as: As, id: string) => send(meetingRoutes.ofLead, as, { params: { id } }),
    list: (as: As, query: Loose) => send(meetingRoutes.list, as, { query: query as never }),
    guest: {
      read: (params: Link) => send(guestMeetingRoutes.read, undefined, { params }),
      open: (params: Link) => send(guestMeetingRoutes.opened, undefined, { params }),
      confirm: (params: Link, sequence = 0) =>
        send(guestMeetingRoutes.confirm, undefined, { params, body: { sequence } }),
      decline: (params: Link, sequence = 0) =>
        send(guestMeetingRoutes.decline, undefined, { params, body: { sequence } }),
      move: (params: Link, body: Loose) =>
        send(guestMeetingRoutes.move, undefined, { params, body: { sequence: 0, ...body } as never }),
    },
  }
}
