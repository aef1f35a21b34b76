import { expect, test } from 'vitest'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { mentionOf } from '#contract/leads/comments/mentions.ts'
import { leadFields, leadFieldsWith } from '#contract/leads/lead-fields.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { dayOf } from '#contract/values/clock.ts'
import { testSavedViews } from '../../testing/features/test-saved-views.ts'
import { aFile, testFiles } from '../../testing/files/test-files.ts'
import { readZip } from '../../testing/read-zip.ts'
import { testApp } from '../../testing/test-app.ts'
import { testCalls, wav } from '../../testing/test-calls.ts'
import { testLeads } from '../../testing/test-leads.ts'

let later = 0
const it = await testApp({ now: () => new Date(Date.now() + later) })
const leads = testLeads(it)
const views = testSavedViews(it)
const files = testFiles(it)

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const lead = await leads.add(await business.apiKey(), {
    ...{ name: 'Dana Levi', phone: '054-123-4567', email: 'dana@example.test', message: 'Call me' },
    ...{ campaignId: business.campaignId, source: 'website' },
  })
  const ask = (as: typeof owner) => it.send(privacyRoutes.leadFile, as, { params: { id: lead._id } })
  return { ...business, owner, lead, ask, calls: await testCalls(it, business) }
}
const fetched = (url: string) => it.app.inject({ url })

test('the file contains all data of the person in readable form, and the recordings', async () => {
  const { owner, lead, ask, calls, campaign, member } = await world()
  const writer = await member('Writer', [lead.campaignId])
  const { item } = (await leads.comment(writer, lead._id, `Wants pine, ask ${mentionOf(owner.userId)}`)).body
  const params = { id: lead._id, commentId: item.commented?._id ?? '' }
  await it.send(commentRoutes.change, writer, { params, body: { text: 'Wants oak' } })
  await leads.change(owner, lead._id, { name: 'Dana Cohen' })
  await leads.add(owner, { name: 'Dana', phone: '0541234567', campaignId: await campaign(), duplicate: 'create' })
  await views.saved(writer, 'Dana', { query: { look: 'table', search: '0541234567' } })
  await views.saved(writer, 'Others', { query: { look: 'table', search: '0541234568' } })
  const call = await calls.call({ lead_id: lead._id, started_at: '2026-11-20T10:00:00Z' })
  await calls.stored(call, wav(0.2))
  const document = await files.added(writer, lead._id, aFile('שרטוט.pdf'))
  const deleted = await files.added(writer, lead._id, aFile('old.pdf'))
  await files.remove(writer, lead._id, deleted._id)
  const { url, expiresAt } = (await ask(owner)).body
  expect(Date.parse(expiresAt) - it.deps.now().getTime()).toBeLessThanOrEqual(300_000)
  const reply = await fetched(url)
  expect(reply.headers['content-type']).toBe('application/zip')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="person-\d{4}-\d\d-\d\d\.zip"$/)
  const entries = readZip(reply.rawPayload)
  const stored = `files/${dayOf(document.createdAt)}-${document._id.slice(-8)}-שרטוט.pdf`
  expect([...entries.keys()]).toEqual(['person.json', `recordings/2026-11-20-${call.slice(-8)}-dial.wav`, stored])
  expect(entries.get(stored)?.toString()).toBe('%PDF-1.7\nplan')
  expect(entries.get(`recordings/2026-11-20-${call.slice(-8)}-dial.wav`)).toEqual(wav(0.2))
  const person = JSON.parse(entries.get('person.json')?.toString() ?? '')
  expect(Object.keys(person)).toEqual([
    ...['madeAt', 'foundBy', 'leads', 'enquiries', 'requestsAsTheyCame', 'comments', 'history', 'calls', 'recordings'],
    ...[
      'textsReceived',
      'messagesSent',
      'requestsOfSources',
      'furtherContacts',
      'importedRows',
      'savedViews',
      'followUps',
      'missedCalls',
      'automations',
      'webhooks',
      'meetings',
      'files',
      'conversation',
      'consents',
      'blacklist',
      'invitations',
    ],
    'requestsToJoin',
  ])
  expect(person).toMatchObject({
    foundBy: ['+972541234567', 'dana@example.test'],
    leads: [{ name: 'Dana Cohen', phone: '+972541234567', campaign: 'Kitchens', status: 'New' }, { name: 'Dana' }],
    enquiries: [{ message: 'Call me', source: 'website', asItCame: expect.stringContaining('054-123-4567') }, {}],
    comments: [{ text: 'Wants oak', by: writer.name, earlier: [{ text: `Wants pine, ask @${owner.name}` }] }],
    calls: [{ caller: '+972541234567', status: 'Answered', talkSeconds: 42 }],
    recordings: [{ call, kind: 'dial' }],
    savedViews: [{ name: 'Dana', list: 'leads', search: '0541234567' }],
    files: [{ name: 'שרטוט.pdf', type: 'application/pdf', bytes: 13, addedBy: writer.name }],
    blacklist: [],
    invitations: [],
  })
  const properties = leadFieldsWith('property').map((field) => leadFields[field].property)
  const exported = { campaignId: 'campaign', statusId: 'status', value: 'valueInAgorot' } as Record<string, string>
  expect(Object.keys(person.leads[0])).toEqual(expect.arrayContaining(properties.map((name) => exported[name] ?? name)))
  expect(person.history).toContainEqual(
    expect.objectContaining({
      event: 'lead.changed',
      by: owner.name,
      details: { changes: { name: ['Dana Levi', 'Dana Cohen'] } },
    }),
  )
  const { history } = (await leads.history(owner, lead._id)).body
  expect(history[0]).toMatchObject({ event: 'lead.exported', by: { _id: owner.userId } })
})

test('only an Owner gets an address, and it works for them alone, for five minutes', async () => {
  const { owner, ask, member, campaignId, lead, db } = await world()
  const taken = async () => {
    const events = db.selectFrom('events').select(['actor', 'personal']).where('name', '=', 'lead.exported')
    return (await events.execute()).map(({ actor, personal }) => ({ ...(actor as object), ...(personal as object) }))
  }
  for (const as of [await member('Admin'), await member('Lead', [campaignId])]) expect((await ask(as)).status).toBe(403)
  expect((await ask((await world()).owner)).status).toBe(404)
  const { url } = (await ask(owner)).body
  expect(await taken(), 'creating the address is not logged').toEqual([])
  for (const headers of [{ 'user-agent': 'First' }, { 'user-agent': 'Second' }])
    expect((await it.app.inject({ url, headers })).statusCode).toBe(200)
  const by = (agent: string) => ({ userId: owner.userId, from: { ip: '127.0.0.1', agent } })
  expect(await taken()).toEqual([by('First'), by('Second')])
  expect((await fetched(url.replace(/s=./, 's=!'))).statusCode).toBe(404)
  later = 300_001
  expect((await fetched(url)).statusCode).toBe(404)
  later = 0
  await db.updateTable('memberships').set({ role: 'Admin' }).where('user_id', '=', owner.userId).execute()
  it.deps.caches.endAll()
  expect((await fetched(url)).statusCode).toBe(404)
  expect(await taken()).toHaveLength(2)
  expect(lead.name).toBe('Dana Levi')
})
