import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Person } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { Stream } from './stream.ts'

const [businessId, campaignId] = [newId(), newId()]
const person: Person = {
  kind: 'person',
  userId: newId(),
  sessionId: newId(),
  expiresAt: 0,
  status: 'Active',
  isDemo: false,
  hasSecondFactor: false,
}
const event = (xid: number) => ({
  event: {
    xid: String(xid),
    id: newId(),
    businessId,
    campaignId,
    leadId: null,
    name: 'campaign.changed' as const,
    actor: { system: true as const },
    payload: {},
    at: '2026-01-01T00:00:00Z',
  },
  notification: undefined,
})

function aReader(isReading: boolean) {
  let text = ''
  const raw = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      if (isReading) done()
    },
  })
  const stream = new Stream(Object.assign(raw, { writeHead: () => raw }) as unknown as ServerResponse, person, {
    language: 'he',
    last: { xid: '1', id: newId() },
  })
  stream.changeView(new Map([[businessId, null]]))
  return { raw, stream, text: () => text }
}

test('a reader who does not read is cut once a megabyte is buffered, and not before', () => {
  const { raw, stream } = aReader(false)
  stream.caughtUp([])
  const weight = JSON.stringify(event(2)).length
  for (let xid = 2; xid < 1_000; xid++) stream.send([event(xid)])
  expect([raw.destroyed, weight < 1_000]).toEqual([false, true])
  for (let xid = 1_000; xid < 6_000 && !raw.destroyed; xid++) stream.send([event(xid)])
  expect(raw.destroyed).toBe(true)
})

test('events that arrive while past ones are read follow them, and an event that arrived both ways is sent once', () => {
  const { stream, text } = aReader(true)
  const [first, second, third] = [event(2), event(3), event(4)]
  stream.send([second])
  stream.send([third])
  expect(text()).toBe('')
  stream.caughtUp([first, second])
  const ids = [...text().matchAll(/id: (\d+)-/g)].map(([, xid]) => xid)
  expect(ids).toEqual(['2', '3', '4'])
})
