import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CallFlow, callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import type { FlowContent, FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { newId } from '../../platform/ids.ts'
import { aTelephoneWav } from '../../testing/routes/call-flow-fixtures.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { aRouting, testNumber } from '../../testing/test-numbers.ts'
import { erasePersonInFlows } from './personal-data.queries.ts'

let it: Awaited<ReturnType<typeof testApp>>
let business: Awaited<ReturnType<typeof it.newBusiness>>
let owner: TestMember
beforeAll(async () => {
  it = await testApp()
})
beforeEach(async () => {
  business = await it.newBusiness()
  owner = await business.member('Owner')
})

const text = (spoken: string) => ({ by: 'text' as const, text: spoken })
const content = (...steps: FlowStep[]): FlowContent => ({
  settings: { language: 'en', recording: false, whisper: { isOn: false, text: '' }, screening: false },
  steps,
})
const END: FlowStep = { id: 'end', parent: null, kind: 'message', spoken: text('Goodbye') }
const ringing = (...targets: object[]) =>
  ({
    id: 'ring',
    parent: null,
    kind: 'ring',
    ring: { whom: { by: 'list', targets }, order: 'together', seconds: 20, knownFirst: false, onShiftOnly: false },
  }) as FlowStep

const add = async (as: Credentials = owner, body: object = {}): Promise<CallFlow> => {
  const reply = await it.send(callFlowRoutes.create, as, { body: { name: 'Kitchens', ...body } })
  expect(reply.status).toBe(201)
  return reply.body.flow
}
const save = (flow: Pick<CallFlow, '_id' | 'revision'>, draft: FlowContent | null, as: Credentials = owner) =>
  it.send(callFlowRoutes.change, as, { params: { id: flow._id }, body: { draft, expected: flow.revision } })
const publish = (flow: Pick<CallFlow, '_id' | 'revision'>, as: Credentials = owner) =>
  it.send(callFlowRoutes.publish, as, { params: { id: flow._id }, body: { expected: flow.revision } })
const published = async (draft: FlowContent, as: Credentials = owner) => {
  const saved = await save(await add(as), draft, as)
  return (await publish(saved.body.flow, as)).body.flow
}
const upload = (bytes: Uint8Array<ArrayBuffer>) => it.send(callFlowRoutes.addSound, owner, { file: new Blob([bytes]) })

describe('a draft', () => {
  test('a flow of a number has the steps of its routing, and the number uses it', async () => {
    const routing = aRouting({
      announcement: { isOn: true, text: 'Welcome' },
      noAnswer: { kind: 'voicemail', text: 'After the tone' },
    })
    const { numberId } = await testNumber(it, business, { routing })
    const flow = await add(owner, { numberId })
    expect(flow).toMatchObject({ version: null, hasDraft: true, problems: [], numbers: [{ _id: numberId }] })
    expect(flow.draft?.steps).toMatchObject([
      { kind: 'say', spoken: text('Welcome') },
      { kind: 'ring', ring: { order: 'together', seconds: 20 } },
      { kind: 'voicemail', spoken: text('After the tone') },
    ])
    const { body } = await it.send(numberRoutes.get, owner, { params: { id: numberId } })
    expect(body.number.flow).toEqual({ _id: flow._id, name: 'Kitchens', version: null })
  })

  test('hours become a step with two branches', async () => {
    const day = [{ from: '09:00', to: '17:00' }]
    const hours = { days: [day, day, day, day, day, [], []] }
    const { numberId } = await testNumber(it, business, { routing: aRouting({ hours }) })
    const { draft } = await add(owner, { numberId })
    expect(draft?.steps.map(({ kind, parent }) => [kind, parent?.branch])).toEqual([
      ['open', undefined],
      ['ring', 'open'],
      ['hangup', 'open'],
      ['hangup', 'closed'],
    ])
  })

  test('of two people who edit at once, the second is refused', async () => {
    const flow = await add()
    const first = await save(flow, content(END))
    expect(first.body.flow).toMatchObject({ revision: 1, draftBy: { _id: owner.userId } })
    const second = await save(flow, content({ ...END, id: 'other' }))
    expect([second.status, second.body]).toMatchObject([409, { code: 'changed_meanwhile' }])
    const same = await save(flow, content(END))
    expect(same.body.flow).toMatchObject({ revision: 1 })
  })

  test('steps that form no tree are refused', async () => {
    const flow = await add()
    const orphan = { ...END, parent: { id: 'none', branch: 'open' as const } }
    expect((await save(flow, content(orphan))).body).toMatchObject({ issues: [{ path: 'draft.steps' }] })
    expect((await save(flow, content(END, END))).body).toMatchObject({ issues: [{ path: 'draft.steps' }] })
  })

  test('phones become E.164; numbers that are none or virtual are refused', async () => {
    const flow = await add()
    const forward = (phone: string) => content({ id: 'out', parent: null, kind: 'forward', phone, seconds: 20 })
    const saved = await save(flow, forward('050-1234567'))
    expect(saved.body.flow.draft?.steps[0]).toMatchObject({ phone: '+972501234567' })
    await testNumber(it, business)
    const own = await business.db.selectFrom('virtual_numbers').select('phone').executeTakeFirstOrThrow()
    const refused = await save(saved.body.flow, forward(own.phone))
    expect(refused.body).toMatchObject({
      issues: [{ path: 'draft.steps.0.phone', message: 'This is also a virtual number: calls would loop' }],
    })
  })
})

describe('publishing', () => {
  test('makes versions; a version is restored as a draft', async () => {
    const first = await published(content(END))
    expect(first).toMatchObject({ version: 1, hasDraft: false, published: content(END) })
    const later = content({ id: 'end', parent: null, kind: 'hangup' })
    const second = (await publish((await save(first, later)).body.flow)).body.flow
    expect(second).toMatchObject({ version: 2, published: later })
    const params = { id: first._id }
    const { versions } = (await it.send(callFlowRoutes.versions, owner, { params })).body
    expect(versions).toMatchObject([
      { version: 2, content: later, publishedBy: { _id: owner.userId } },
      { version: 1, content: content(END) },
    ])
    const third = (await publish((await save(second, content(END))).body.flow)).body.flow
    expect(third).toMatchObject({ version: 3, published: content(END) })
  })

  test('is refused without a draft, after another change, and while a branch does not end', async () => {
    const flow = await published(content(END))
    expect((await publish(flow)).body).toMatchObject({ code: 'call_flow_no_draft' })
    const saved = (await save(flow, content({ id: 'say', parent: null, kind: 'say', spoken: text('Hello') }))).body.flow
    expect(saved.problems).toEqual([{ kind: 'no_end', stepId: null, branch: null }])
    expect((await publish(flow)).body).toMatchObject({ code: 'changed_meanwhile' })
    expect((await publish(saved)).body).toMatchObject({ code: 'call_flow_incomplete' })
    expect((await it.send(callFlowRoutes.get, owner, { params: { id: flow._id } })).body.flow.version).toBe(1)
  })

  test('two clicks publish one version', async () => {
    const saved = (await save(await add(), content(END))).body.flow
    const replies = await Promise.all([publish(saved), publish(saved)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a flow leads to published flows that do not lead back', async () => {
    const to = (flowId: string) => content({ id: 'next', parent: null, kind: 'flow', flowId })
    const draft = await add()
    const a = (await save(await add(), to(draft._id))).body.flow
    expect(a.problems).toMatchObject([{ kind: 'no_such_flow', stepId: 'next' }])
    const b = await published(content(END))
    const c = await published(to(b._id))
    const back = (await save(b, to(c._id))).body.flow
    expect(back.problems).toMatchObject([{ kind: 'leads_back', stepId: 'next' }])
  })
})

describe('use', () => {
  test('a number changes from flow to flow and back to its routing; a used flow is not deleted', async () => {
    const { numberId } = await testNumber(it, business)
    const [a, b] = [await published(content(END)), await published(content(END))]
    const of = ({ _id }: CallFlow) => ({ params: { id: _id, numberId } })
    expect((await it.send(callFlowRoutes.attach, owner, of(a))).body.flow.numbers).toHaveLength(1)
    expect((await it.send(callFlowRoutes.attach, owner, of(b))).body.flow.numbers).toHaveLength(1)
    expect((await it.send(callFlowRoutes.get, owner, { params: { id: a._id } })).body.flow.numbers).toEqual([])
    const used = await it.send(callFlowRoutes.remove, owner, { params: { id: b._id } })
    expect([used.status, used.body]).toMatchObject([409, { code: 'call_flow_used' }])
    await it.send(callFlowRoutes.detach, owner, of(b))
    expect((await it.send(numberRoutes.get, owner, { params: { id: numberId } })).body.number.flow).toBeNull()
    expect((await it.send(callFlowRoutes.remove, owner, { params: { id: b._id } })).status).toBe(200)
    expect((await it.send(callFlowRoutes.get, owner, { params: { id: b._id } })).status).toBe(404)
  })

  test('a flow to which another one leads is not deleted', async () => {
    const b = await published(content(END))
    await published(content({ id: 'next', parent: null, kind: 'flow', flowId: b._id }))
    const { body } = await it.send(callFlowRoutes.remove, owner, { params: { id: b._id } })
    expect(body).toMatchObject({ code: 'call_flow_used' })
  })
})

describe('rights', () => {
  test('a Lead edits flows of numbers of their campaigns, and puts no outside phones into them', async () => {
    const lead = await business.member('Lead', [business.campaignId])
    const elsewhere = { ...business, campaignId: await business.campaign() }
    const [mine, theirs] = [await testNumber(it, business), await testNumber(it, elsewhere)]
    const flow = await add(lead, { numberId: mine.numberId })
    expect(
      (await it.send(callFlowRoutes.create, lead, { body: { name: 'Baths', numberId: theirs.numberId } })).status,
    ).toBe(404)
    const outside = { kind: 'phone', phone: '+972502222222', userId: null, weight: 1 }
    expect((await save(flow, content(ringing(outside), END), lead)).status).toBe(403)
    const person = { kind: 'softphone', userId: lead.userId, weight: 1 }
    expect((await save(flow, content(ringing(person), END), lead)).status).toBe(200)
    await it.send(callFlowRoutes.attach, owner, { params: { id: flow._id, numberId: theirs.numberId } })
    expect((await it.send(callFlowRoutes.get, lead, { params: { id: flow._id } })).status).toBe(404)
    expect((await it.send(callFlowRoutes.list, lead, {})).body.flows).toEqual([])
  })

  test('a person who leaves stays in the draft, and is not added again', async () => {
    const person = await business.member('Admin')
    const target = { kind: 'softphone', userId: person.userId, weight: 1 }
    const saved = (await save(await add(), content(ringing(target), END))).body.flow
    await business.db
      .updateTable('memberships')
      .set({ suspended_at: new Date().toISOString() })
      .where('user_id', '=', person.userId)
      .execute()
    const kept = await save(saved, content(ringing(target), { ...END, id: 'bye' }))
    expect(kept.status).toBe(200)
    const other = await save(await add(owner, { name: 'Other' }), content(ringing(target), END))
    expect([other.status, other.body]).toMatchObject([404, { code: 'user_not_found' }])
  })
})

test('people of a number are those of its published flow', async () => {
  const person = await business.member('Admin')
  const { numberId } = await testNumber(it, business)
  const flow = await add(owner, { numberId })
  const people = async () => (await it.send(numberRoutes.get, owner, { params: { id: numberId } })).body.number.people
  const saved = await save(flow, content(ringing({ kind: 'softphone', userId: person.userId, weight: 1 }), END))
  expect(await people()).toEqual([])
  await publish(saved.body.flow)
  expect(await people()).toMatchObject([{ _id: person.userId }])
})

test('a person who deletes the account is rung by no draft and no version', async () => {
  const person = await business.member('Admin')
  const target = { kind: 'softphone', userId: person.userId, weight: 1 }
  const flow = await published(content(ringing(target), END))
  await save(flow, content(ringing(target), { ...END, id: 'bye' }))
  const user = { userId: person.userId, name: '', email: null, phone: null }
  await it.deps.workerDb.transaction().execute((tx) => erasePersonInFlows(tx, business.businessId, user))
  const { body } = await it.send(callFlowRoutes.get, owner, { params: { id: flow._id } })
  for (const { steps } of [body.flow.draft, body.flow.published] as FlowContent[])
    expect(steps[0]).toMatchObject({ ring: { whom: { targets: [] } } })
})

describe('sounds', () => {
  test('are added, named, played by a link with ranges, and deleted once no flow plays them', async () => {
    const added = await upload(aTelephoneWav(2))
    expect(added.body.sound).toMatchObject({ seconds: 2, createdBy: { _id: owner.userId } })
    const params = { id: added.body.sound._id }
    await it.send(callFlowRoutes.renameSound, owner, { params, body: { name: 'Welcome' } })
    expect((await it.send(callFlowRoutes.sounds, owner, {})).body.sounds).toMatchObject([{ name: 'Welcome' }])
    const { url } = (await it.send(callFlowRoutes.soundLink, owner, { params })).body
    const whole = await it.app.inject({ url })
    expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.length]).toEqual([
      200,
      'audio/wav',
      32_044,
    ])
    const part = await it.app.inject({ url, headers: { range: 'bytes=0-3' } })
    expect([part.statusCode, part.payload]).toEqual([206, 'RIFF'])
    expect((await it.app.inject({ url: url.replace(/s=./, 's=x') })).statusCode).toBe(404)
    const flow = (await save(await add(), content({ ...END, spoken: { by: 'sound', soundId: params.id } } as FlowStep)))
      .body.flow
    expect((await it.send(callFlowRoutes.removeSound, owner, { params })).body).toMatchObject({
      code: 'call_sound_used',
    })
    await save(flow, content(END))
    expect((await it.send(callFlowRoutes.removeSound, owner, { params })).status).toBe(200)
    expect((await it.app.inject({ url })).statusCode).toBe(404)
  })

  test('a file that is no telephone sound is refused', async () => {
    const stereo = aTelephoneWav()
    stereo[22] = 2
    const cut = aTelephoneWav().subarray(0, 100) as Uint8Array<ArrayBuffer>
    for (const wrong of [stereo, cut, new Uint8Array([1, 2, 3]), aTelephoneWav(0)])
      expect((await upload(wrong)).body).toMatchObject({ code: 'call_sound_unreadable' })
    const wanted = content({ ...END, spoken: { by: 'sound', soundId: newId() } } as FlowStep)
    expect((await save(await add(), wanted)).body).toMatchObject({ code: 'call_sound_not_found' })
  })
})
