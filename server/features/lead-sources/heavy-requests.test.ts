import { expect, test } from 'vitest'
import { testLeadSources } from '../../testing/features/test-lead-sources.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'
import { readRequest } from './reading/bodies.rules.ts'
import { pairsOfLines } from './reading/forms.rules.ts'
import { readDue } from './reading.ts'

const clock = { time: Date.parse('2026-11-29T08:00:00Z') }
const env = { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' }
const it = await testApp({ env, now: () => new Date(clock.time) })
const leads = testLeads(it)
const { make, post, postJson, settle, requests } = testLeadSources(it)

async function world(kind: 'web' | 'tiktok' = 'web') {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const source = await make(owner, business.campaignId, kind)
  const found = async () => (await leads.page(owner, { limit: 100 })).body
  return { ...business, owner, source, found }
}

/** Milliseconds until the lines are read. */
function timeOf(text: string) {
  const start = performance.now()
  readRequest('web', Buffer.from(text), 'text/plain')
  return performance.now() - start
}

test('lines of tabs, dashes and spaces are read at once', async () => {
  const { source, found } = await world()
  expect(timeOf(`${'-'.repeat(480)}${' '.repeat(500)}x\n`.repeat(262))).toBeLessThan(1_000)
  expect(timeOf(`a${'\t'.repeat(40)}x\u2028y`)).toBeLessThan(1_000)
  const phone = nextPhone()
  await post(source, `a${'\t'.repeat(40)}x\u2028Phone:${'\t'.repeat(40)}${phone}\rName: Dana`, 'text/plain')
  await settle()
  expect((await found()).leads).toMatchObject([{ name: 'Dana', phone }])
})

test('labels and values in lines, as mails write them', () => {
  const lines = [
    ...['* Name: Dana Levi', '> Phone :\t054-1234567', 'City | Haifa', 'https://alon.example', 'a : : b'],
    ...[
      'Rooms:',
      '',
      '- 4',
      'Floor:',
      'Street: Main',
      `${'x'.repeat(61)}: no label`,
      ': no label',
      'Time: 10:30',
      'End:',
    ],
  ]
  const pairs = [
    ...[
      ['Name', 'Dana Levi'],
      ['Phone', '054-1234567'],
      ['City', 'Haifa'],
      ['a', 'b'],
      ['Rooms', '- 4'],
    ],
    ...[
      ['Street', 'Main'],
      ['Time', '10:30'],
    ],
  ]
  for (const end of ['\n', '\r\n', '\r', '\u2028', '\u2029']) expect(pairsOfLines(lines.join(end))).toEqual(pairs)
})

test('entries in entries are not split again, and an empty list of entries costs no lead', async () => {
  const { owner, source, found } = await world('tiktok')
  const nested = (depth: number): object => ({
    changes: [{ field: 'phone_number', value: nextPhone() }],
    ...(depth > 0 && { entry: [nested(depth - 1), nested(depth - 1)] }),
  })
  await postJson(source, { entry: [nested(4), nested(4)] })
  await settle()
  expect((await requests(owner, source._id)).map(({ state }) => state)).toEqual(['lead', 'lead'])
  await postJson(source, { entry: [], name: 'Dana', phone: nextPhone() })
  await settle()
  expect((await found()).leads.map(({ name }) => name)).toContain('Dana')
})

test('800 leads in one request are 800 leads', async () => {
  const { source, found } = await world()
  await postJson(
    source,
    Array.from({ length: 800 }, (_, i) => ({ name: `Lead ${i}`, phone: nextPhone() })),
  )
  await settle()
  expect((await found()).pagination.total).toBe(800)
})

test('a lead that is very deep in one place is no fault', () => {
  for (let depth = 1_500; depth < 3_500; depth += 20) {
    const body = Buffer.from(`[{"a": ${'['.repeat(depth)}1${']'.repeat(depth)}}, {"name": "Dana"}]`)
    expect(() => readRequest('google_ads', body, 'application/json'), String(depth)).not.toThrow()
  }
})

test('an attempt counts before the body is read; a body that ends the process each time is put aside', async () => {
  const { owner, source, db } = await world()
  await postJson(source, { name: 'Dana', phone: nextPhone() })
  const rows = () => db.selectFrom('lead_deliveries').select(['state', 'attempts', 'due_at', 'reason']).execute()
  const counted: unknown[] = []
  const failing = {
    ...{ ...it.deps, onError: () => {} },
    ownFields: {
      ...it.deps.ownFields,
      find: async () => {
        counted.push(...(await rows()).map(({ attempts }) => attempts))
        throw new Error('killed')
      },
    },
  }
  await readDue(failing)
  expect(counted).toEqual([1])
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, due_at: '2026-11-29T08:00:05Z' }])
  expect(await readDue(failing)).toBe(0)
  // The process ended in the sixth attempt.
  await db.updateTable('lead_deliveries').set({ attempts: 6 }).execute()
  clock.time += 5_000
  await settle()
  expect(await requests(owner, source._id)).toMatchObject([{ state: 'unread', reason: 'failed', lead: null }])
  expect(counted).toEqual([1])
})

test('after six attempts that failed a person decides', async () => {
  const { owner, source } = await world()
  await postJson(source, { name: 'Dana', phone: nextPhone() })
  const failing = {
    ...{ ...it.deps, onError: () => {} },
    ownFields: { ...it.deps.ownFields, find: () => Promise.reject(new Error('failed')) },
  }
  for (const pause of [5, 30, 300, 1_800, 7_200]) {
    expect(await readDue(failing)).toBe(1)
    expect(await readDue(failing)).toBe(0)
    clock.time += pause * 1_000
  }
  expect(await readDue(failing)).toBe(1)
  const now = { ...(await it.signIn(owner.userId)), 'x-business-id': owner['x-business-id'] }
  expect(await requests(now, source._id)).toMatchObject([{ state: 'unread', reason: 'failed' }])
})
