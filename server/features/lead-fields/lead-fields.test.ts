import { describe, expect, test } from 'vitest'
import { formRoutes } from '#contract/forms.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { starterSets } from '#contract/values/starter-sets.ts'
import { testApp } from '../../testing/test-app.ts'
import { aForm, testForms } from '../../testing/test-forms.ts'
import { someOptions, testLeadFields } from '../../testing/test-lead-fields.ts'
import { refusal, testLeads } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { purgeDeletedFields } from './lead-fields.jobs.ts'

let later = 0
const it = await testApp({ now: () => new Date(Date.now() + later) })
const { newBusiness } = it
const { take, add, change, get, history, remove } = testLeads(it)
const { list, settings, create, made, edit, put, drop, restore, start } = testLeadFields(it)
const forms = testForms(it)

const DAY = 86_400_000

async function owned() {
  const business = await newBusiness()
  const owner = await business.member('Owner')
  const events = async () => {
    const rows = await business.db
      .selectFrom('events')
      .select(['name', 'payload'])
      .where('business_id', '=', business.businessId)
      .orderBy('id')
      .execute()
    return rows.filter(({ name }) => name.startsWith('lead_field.'))
  }
  return { ...business, owner, events }
}

describe('definitions', () => {
  test('all members read them, with the campaigns that they may read; only an Owner changes them', async () => {
    const { owner, member, campaign, campaignId, apiKey } = await owned()
    const other = await campaign()
    const field = await made(owner, { nameEn: 'City', campaignIds: [campaignId, other] })
    expect(await list(await apiKey(['leads:read']))).toEqual([field])
    for (const role of ['Admin', 'Affiliate', 'Lead', 'Writer', 'Reader'] as const) {
      const as = await member(role, role === 'Admin' ? [] : [campaignId])
      expect((await list(as))[0]?.campaignIds).toEqual(role === 'Admin' ? [campaignId, other] : [campaignId])
      for (const reply of [await create(as, { nameEn: 'Area' }), await edit(as, field._id, { nameEn: 'Town' })])
        expect(reply.status).toBe(403)
      expect((await drop(as, field._id)).status).toBe(403)
    }
  })

  test('the key is made from the English name, stays when it changes, and is never given twice', async () => {
    const { owner } = await owned()
    const field = await made(owner, { nameEn: '2nd Kind of work!' })
    expect(field.key).toBe('nd_kind_of_work')
    const renamed = (await edit(owner, field._id, { nameEn: 'Work' })).body.field
    expect([renamed.key, renamed.nameEn]).toEqual(['nd_kind_of_work', 'Work'])
    await drop(owner, field._id)
    expect((await made(owner, { nameEn: 'nd kind of work' })).key).toBe('nd_kind_of_work_2')
    expect((await made(owner, { nameEn: 'שם בלי לטינית', nameHe: 'אחר' })).key).toBe('field')
  })

  test('names are unique, a choice needs options, and a default must fit', async () => {
    const { owner } = await owned()
    await made(owner, { nameEn: 'City' })
    expect(refusal(await create(owner, { nameEn: ' city ', nameHe: 'עיר אחרת' })).issues).toHaveProperty('nameEn')
    expect(refusal(await create(owner, { nameEn: 'Kind', type: 'choice' })).issues).toHaveProperty('options')
    const twice = { nameEn: 'Kind', type: 'choice', options: someOptions('Flat', 'flat') }
    expect(refusal(await create(owner, twice)).issues).toHaveProperty(['options.1.nameEn'])
    const wrong = { nameEn: 'Rooms', type: 'number', default: 1.5 }
    expect(refusal(await create(owner, wrong)).issues).toHaveProperty('default')
  })

  test('a business has at most 50', async () => {
    const { owner } = await owned()
    for (let i = 0; i < 50; i += 1) await made(owner, { nameEn: `Field ${i}` })
    expect(refusal(await create(owner, { nameEn: 'One more' }))).toMatchObject({
      status: 409,
      code: 'too_many_lead_fields',
    })
  })

  test('they are put in another order', async () => {
    const { owner, events } = await owned()
    const [a, b, c] = [
      await made(owner, { nameEn: 'Aaa' }),
      await made(owner, { nameEn: 'Bbb' }),
      await made(owner, { nameEn: 'Ccc' }),
    ]
    expect((await put(owner, c._id, a._id)).body.order).toEqual([c._id, a._id, b._id])
    expect((await list(owner)).map(({ key }) => key)).toEqual(['ccc', 'aaa', 'bbb'])
    expect((await events()).at(-1)).toMatchObject({
      name: 'lead_field.ordered',
      payload: { changes: { position: [2, 0] } },
    })
  })

  test('a change that another person made meanwhile is refused', async () => {
    const { owner } = await owned()
    const field = await made(owner, { nameEn: 'City' })
    await edit(owner, field._id, { helpText: 'Where' })
    const late = await edit(owner, field._id, { helpText: 'Which', expected: { helpText: '' } })
    expect(refusal(late)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  })

  test.each(starterSets)('the starter set %s is added once', async (set) => {
    const { owner, campaignId } = await owned()
    const offered = (await settings(owner)).sets.find(({ name }) => name === set)?.fields ?? []
    expect(offered.length).toBeGreaterThanOrEqual(5)
    const { status, body } = await start(owner, set)
    expect(status).toBe(200)
    expect(body.fields.map(({ nameEn }) => nameEn)).toEqual(offered.map(({ nameEn }) => nameEn))
    expect((await start(owner, set)).body.fields).toHaveLength(offered.length)
    // A lead takes a value in the first field of options or text.
    const [first] = body.fields
    const value = first?.type === 'choice' ? first.options[0]?.key : first?.type === 'text' ? 'Haifa' : undefined
    const { fields } = await add(owner, { campaignId, fields: { [first?.key ?? '']: value } })
    expect(fields).toEqual({ [first?.key ?? '']: value })
  })
})

describe('types', () => {
  test('without values any type, with values only one that they fit', async () => {
    const { owner, campaignId } = await owned()
    const field = await made(owner, { nameEn: 'City' })
    expect((await edit(owner, field._id, { type: 'number' })).status).toBe(200)
    expect((await edit(owner, field._id, { type: 'text' })).status).toBe(200)
    const lead = await add(owner, { campaignId, fields: { city: 'Haifa' } })
    expect((await settings(owner)).usage[0]).toMatchObject({ hasValues: true, filled: 1 })
    expect(refusal(await edit(owner, field._id, { type: 'number' })).issues).toHaveProperty('type')
    expect((await edit(owner, field._id, { type: 'long_text' })).status).toBe(200)
    expect((await get(owner, lead._id)).body.lead.fields).toEqual({ city: 'Haifa' })
  })

  test('a choice becomes several choices and keeps its values', async () => {
    const { owner, campaignId } = await owned()
    const field = await made(owner, { nameEn: 'Kind', type: 'choice', options: someOptions('Flat', 'House') })
    const lead = await add(owner, { campaignId, fields: { kind: 'flat' } })
    expect((await edit(owner, field._id, { type: 'choices' })).status).toBe(200)
    expect((await get(owner, lead._id)).body.lead.fields).toEqual({ kind: ['flat'] })
    expect(refusal(await edit(owner, field._id, { type: 'choice' })).issues).toHaveProperty('type')
  })
})

describe('options', () => {
  test('a renamed option is renamed in leads and in their history', async () => {
    const { owner, campaignId } = await owned()
    const field = await made(owner, { nameEn: 'Kind', type: 'choice', options: someOptions('Flat', 'House') })
    const lead = await add(owner, { campaignId })
    await change(owner, lead._id, { fields: { kind: 'flat' } })
    const [flat, house] = field.options
    const options = [{ ...flat, nameEn: 'Apartment' }, house, { nameHe: 'חנות', nameEn: 'Shop' }]
    expect((await edit(owner, field._id, { options })).body.field.options.map(({ key }) => key)).toEqual([
      'flat',
      'house',
      'shop',
    ])
    const [item] = (await history(owner, lead._id, {}, { 'accept-language': 'en' })).body.history
    expect(item?.changes).toEqual({ 'fields.kind': [null, 'Apartment'] })
  })

  test('removing an option that leads have asks for a replacement, and replaces it in the trash, too', async () => {
    const { owner, campaignId } = await owned()
    const wanted = { nameEn: 'Needs', type: 'choices', options: someOptions('Lift', 'Garden', 'Parking') }
    const field = await made(owner, wanted)
    const [both, one, trashed] = [
      await add(owner, { campaignId, fields: { needs: ['lift', 'garden'] } }),
      await add(owner, { campaignId, fields: { needs: ['garden'] } }),
      await add(owner, { campaignId, fields: { needs: ['garden'] } }),
    ]
    await remove(owner, [trashed._id])
    const [lift, , parking] = field.options
    const options = [lift, parking]
    expect(refusal(await edit(owner, field._id, { options })).issues).toHaveProperty(['replacements.garden'])
    expect(refusal(await edit(owner, field._id, { options, replacements: { garden: 'garden' } })).status).toBe(422)
    const { body } = await edit(owner, field._id, { options, replacements: { garden: 'lift' } })
    expect(body.leads).toBe(3)
    const operation = async () =>
      (await it.send(operationRoutes.get, owner, { params: { id: body.operationId ?? '' } })).body.operation
    await waitFor(async () => (await operation()).state === 'done')
    expect(await operation()).toMatchObject({ kind: 'replace_option', done: 3, canUndo: false, canCancel: false })
    for (const lead of [both, one, trashed])
      expect((await get(owner, lead._id)).body.lead.fields).toEqual({ needs: ['lift'] })
    // One that no lead has is removed at once.
    const left = await edit(owner, field._id, { options: [lift] })
    expect(left.body).toMatchObject({ leads: 0, operationId: null })
    expect(left.body.field.options).toEqual([lift])
  })

  test('an option may be replaced by none', async () => {
    const { owner, campaignId } = await owned()
    const field = await made(owner, { nameEn: 'Kind', type: 'choice', options: someOptions('Flat', 'House') })
    const lead = await add(owner, { campaignId, fields: { kind: 'flat' } })
    await edit(owner, field._id, { options: [field.options[1]], replacements: { flat: null } })
    await waitFor(async () => Object.keys((await get(owner, lead._id)).body.lead.fields).length === 0)
  })
})

describe('deleting', () => {
  test('a field that a form asks for is not deleted; the reply names the form', async () => {
    const { owner, campaignId } = await owned()
    const field = await made(owner, { nameEn: 'City' })
    const label = { he: 'עיר', en: 'City' }
    const asked = { name: 'field_city', kind: 'lead_field' as const, label, required: false, options: [] }
    const form = await forms.make(owner, campaignId, { fields: [...aForm().fields, asked] })
    expect((await settings(owner)).usage[0]?.forms).toMatchObject([{ _id: form._id, campaignId }])
    const { code, message } = refusal(await drop(owner, field._id))
    expect([code, message.includes(form.name)]).toEqual(['lead_field_in_use', true])
  })

  test('a deleted field is unknown, and comes back with its values within 30 days', async () => {
    const { owner, campaignId } = await owned()
    const field = await made(owner, { nameEn: 'City' })
    const lead = await add(owner, { campaignId, fields: { city: 'Haifa' } })
    const { body } = await drop(owner, field._id)
    expect(Date.parse(body.deleted.until) - Date.parse(body.deleted.deletedAt)).toBe(30 * DAY)
    expect(await list(owner)).toEqual([])
    expect((await get(owner, lead._id)).body.lead.fields).toEqual({})
    const sent = { name: 'Dana Levi', phone: '+972547700009', campaignId, fields: { city: 'Haifa' } }
    expect(refusal(await take(owner, sent)).issues).toHaveProperty(['fields.city'])
    expect((await settings(owner)).deleted.map((one) => one.field.key)).toEqual(['city'])
    expect((await restore(owner, field._id)).status).toBe(200)
    expect((await get(owner, lead._id)).body.lead.fields).toEqual({ city: 'Haifa' })
    expect((await restore(owner, field._id)).status).toBe(404)
  })

  test('after 30 days the values are removed, and the history still names the field', async () => {
    const { owner, campaignId, events, db } = await owned()
    const field = await made(owner, { nameEn: 'Kind', type: 'choice', options: someOptions('Flat', 'House') })
    const city = await made(owner, { nameEn: 'City' })
    const lead = await add(owner, { campaignId, fields: { kind: 'flat', city: 'Haifa' } })
    await change(owner, lead._id, { fields: { kind: 'house' } })
    await drop(owner, field._id)
    // Sessions end sooner than that, so only the job lives later.
    const purgeAt = (days: number) =>
      purgeDeletedFields.run({ ...it.deps, now: () => new Date(Date.now() + days * DAY) }, {})
    await purgeAt(29)
    expect((await settings(owner)).deleted).toHaveLength(1)
    await purgeAt(31)
    const stored = await db.selectFrom('leads').select('fields').where('id', '=', lead._id).executeTakeFirst()
    expect(stored?.fields).toEqual({ [city.key]: 'Haifa' })
    expect(await db.selectFrom('lead_choices').selectAll().where('lead_id', '=', lead._id).execute()).toEqual([])
    expect((await events()).at(-1)).toMatchObject({ name: 'lead_field.purged', payload: { leads: 1 } })
    expect((await restore(owner, field._id)).status).toBe(404)
    const [item] = (await history(owner, lead._id, {}, { 'accept-language': 'en' })).body.history
    expect(item).toMatchObject({
      changes: { 'fields.kind': ['Flat', 'House'] },
      ownFields: { 'fields.kind': { name: 'Kind' } },
    })
  })
})

describe('forms', () => {
  test('a form asks for lead fields, checks them, and fills them', async () => {
    const { owner, campaignId, db } = await owned()
    const fields = testLeadFields(it)
    await fields.makeAll(owner)
    const label = { he: 'שדה', en: 'Field' }
    const keys = ['text', 'story', 'rooms', 'budget', 'start', 'kind', 'needs', 'approved', 'page']
    const asked = keys.map((key) => ({
      name: `field_${key}`,
      kind: 'lead_field' as const,
      label,
      required: key === 'kind',
      options: [],
    }))
    const [name, phone] = aForm().fields
    const form = await forms.make(owner, campaignId, { fields: [name, phone, ...asked] as never })
    const { action, values } = await forms.open(form)
    const page = (await forms.get(action)).body
    expect(page).toContain('<option value="house">House</option>')
    expect(page).toContain('name="field_needs.lift"')
    const sent = { ...values, name: 'Noa Levi', phone: '054-7700010' }
    later = 10_000
    const refused = await forms.post(action, { ...sent, field_rooms: 'three', field_start: '2026-13-01' })
    expect(refused.statusCode).toBe(422)
    for (const wrong of ['e-field_rooms', 'e-field_start', 'e-field_kind']) expect(refused.body).toContain(wrong)
    const own = {
      ...{
        field_text: 'שלום',
        field_story: 'a\r\nb',
        field_rooms: '3.5',
        field_budget: '1,500,000.50',
        field_start: '2026-12-01',
      },
      ...{
        field_kind: 'house',
        'field_needs.lift': '1',
        'field_needs.garden': '1',
        field_approved: 'no',
        field_page: 'example.com',
      },
    }
    const taken = await forms.post(action, { ...sent, ...own })
    expect(taken.statusCode).toBe(303)
    const row = await db.selectFrom('leads').select('id').where('name', '=', 'Noa Levi').executeTakeFirstOrThrow()
    expect((await get(owner, row.id)).body.lead.fields).toEqual({
      ...{
        text: 'שלום',
        rooms: 3.5,
        budget: 150_000_050,
        start: '2026-12-01',
        kind: 'house',
        needs: ['lift', 'garden'],
      },
      ...{ approved: false, page: 'https://example.com', story: 'a\r\nb' },
    })
  })

  test('a form does not ask for a field that its campaign lacks', async () => {
    const { owner, campaignId, campaign } = await owned()
    await made(owner, { nameEn: 'Area', campaignIds: [await campaign()] })
    const asked = {
      name: 'field_area',
      kind: 'lead_field' as const,
      label: { he: 'אזור', en: 'Area' },
      required: false,
      options: [],
    }
    const body = { ...aForm({ fields: [...aForm().fields, asked] }), campaignId }
    expect(refusal(await it.send(formRoutes.create, owner, { body })).issues).toHaveProperty(['fields.5.name'])
  })
})
