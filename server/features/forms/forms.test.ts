import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { formRoutes } from '#contract/forms.ts'
import { testApp } from '../../testing/test-app.ts'
import { aForm, testForms } from '../../testing/test-forms.ts'
import { refusal } from '../../testing/test-leads.ts'

const it = await testApp()
const { make, get } = testForms(it)
const world = async () => {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner') }
}

test('a form is made, listed, changed and deleted', async () => {
  const { owner, campaignId } = await world()
  const made = await it.send(formRoutes.create, owner, { body: { ...aForm(), campaignId } })
  expect(made.status).toBe(201)
  const { form } = made.body
  expect(form).toEqual({
    ...aForm(),
    _id: expect.any(String),
    campaignId,
    key: expect.stringMatching(/^[\w-]{24}$/),
    createdAt: expect.any(String),
    createdBy: owner.name,
  })
  const list = async () => (await it.send(formRoutes.list, owner, { query: { campaignId } })).body.forms
  const submissions = { total: 0, newLeads: 0, repeats: 0, spam: 0, lastAt: null, lastLeadAt: null }
  expect(await list()).toEqual([{ ...form, submissions }])
  const params = { id: form._id }
  const changes = {
    name: 'Spring',
    allowedOrigins: ['https://Alon.example/contact?x=1'],
    redirectUrl: 'https://alon.example/ok',
  }
  const changed = await it.send(formRoutes.change, owner, { params, body: changes })
  expect(changed.body.form).toEqual({ ...form, ...changes, allowedOrigins: ['https://alon.example'] })
  expect((await it.send(formRoutes.get, owner, { params })).body.form).toEqual(changed.body.form)
  expect((await get(`/f/${form.key}`)).statusCode).toBe(200)
  expect((await it.send(formRoutes.remove, owner, { params })).body).toEqual({ success: true })
  expect(await list()).toEqual([])
  expect((await get(`/f/${form.key}`)).statusCode).toBe(404)
  expect((await it.send(formRoutes.get, owner, { params })).status).toBe(404)
})

test('the forms of all campaigns that the member reads are listed by campaign and name, a page at a time', async () => {
  const { owner, campaignId, ...business } = await world()
  const gates = (await it.send(campaignRoutes.create, owner, { body: { name: 'AAA gates' } })).body.campaign._id
  const add = async (of: string, name: string) =>
    (await it.send(formRoutes.create, owner, { body: { ...aForm(), name, campaignId: of } })).body.form._id
  await add(campaignId, 'Winter')
  await add(campaignId, 'Spring')
  const deleted = await add(gates, 'Old')
  await add(gates, 'Gates')
  await it.send(formRoutes.remove, owner, { params: { id: deleted } })
  const other = await world()
  await it.send(formRoutes.create, other.owner, { body: { ...aForm(), campaignId: other.campaignId } })
  const listed = async (as: typeof owner, query = {}) => (await it.send(formRoutes.listAll, as, { query })).body
  const namesOf = ({ forms }: Awaited<ReturnType<typeof listed>>) => forms.map(({ name }) => name)
  const all = await listed(owner)
  expect(namesOf(all)).toEqual(['Gates', 'Spring', 'Winter'])
  const none = { total: 0, newLeads: 0, repeats: 0, spam: 0, lastAt: null, lastLeadAt: null }
  expect(all.forms[0]).toMatchObject({ campaign: { _id: gates, name: 'AAA gates' }, submissions: none })
  const second = await listed(owner, { page: 2, limit: 2 })
  expect([namesOf(second), second.pagination.total, second.pagination.pages]).toEqual([['Winter'], 3, 2])
  const reader = await business.member('Reader', [campaignId])
  expect(namesOf(await listed(reader))).toEqual(['Spring', 'Winter'])
  // Nothing of what came of them for those who see only their own leads.
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  const writer = await business.member('Writer', [campaignId])
  expect((await listed(writer)).forms.map(({ submissions }) => submissions)).toEqual([null, null])
  const newcomer = await business.member('Reader')
  expect(await it.send(formRoutes.listAll, newcomer, { query: {} })).toMatchObject({ status: 403 })
})

test('a campaign is made together with a form that is ready to be sent out', async () => {
  const { owner } = await world()
  const body = { name: 'Kitchens', form: { language: 'he' as const } }
  const made = await it.send(campaignRoutes.create, owner, { body })
  const { forms } = (await it.send(formRoutes.list, owner, { query: { campaignId: made.body.campaign._id } })).body
  expect(forms).toMatchObject([{ _id: made.body.formId, name: 'Kitchens', languages: ['he'], source: 'website' }])
  const page = await get(`/f/${forms[0]?.key}`)
  expect(page.statusCode).toBe(200)
  for (const text of ['נשמח לחזור אליך', 'שם מלא', 'טלפון', 'במה נוכל לעזור?', 'שליחה'])
    expect(page.body).toContain(text)
  const without = await it.send(campaignRoutes.create, owner, { body: { name: 'Gates' } })
  expect(without.body.formId).toBeUndefined()
  const refused = await it.send(campaignRoutes.create, owner, { body: { ...body, form: { language: 'fr' } } as never })
  expect(refused.status).toBe(422)
})

test('every member of the campaign lists its forms; those kept to their own leads without what came of them', async () => {
  const { owner, campaignId, member } = await world()
  await make(owner, campaignId)
  const reader = await member('Reader', [campaignId])
  const list = async () => (await it.send(formRoutes.list, reader, { query: { campaignId } })).body.forms
  expect(await list()).toMatchObject([{ name: 'Landing page', submissions: { total: 0 } }])
  const [form] = await list()
  const change = { params: { id: form?._id ?? '' }, body: { name: 'Mine' } }
  expect((await it.send(formRoutes.change, reader, change)).status).toBe(403)
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  expect(await list()).toMatchObject([{ name: 'Landing page', submissions: null }])
})

test('forms are listed with the newest first', async () => {
  const { owner, campaignId } = await world()
  for (const name of ['First', 'Second', 'Third']) await make(owner, campaignId, { name })
  const { body } = await it.send(formRoutes.list, owner, { query: { campaignId } })
  expect(body.forms.map(({ name }) => name)).toEqual(['Third', 'Second', 'First'])
})

test('a change shows on the page at once', async () => {
  const { owner, campaignId } = await world()
  const form = await make(owner, campaignId)
  const title = async () => /<h1[^>]*>([^<]*)/.exec((await get(`/f/${form.key}?lang=en`)).body)?.[1]
  expect(await title()).toBe('We call you back today')
  const { languages, fields, texts } = aForm()
  const renamed = { ...texts, title: { he: 'שלום', en: 'Hello' } }
  await it.send(formRoutes.change, owner, { params: { id: form._id }, body: { languages, fields, texts: renamed } })
  expect(await title()).toBe('Hello')
})

describe('what a form has to have', () => {
  const field = (changes: object) => ({ ...aForm().fields[0], ...changes })
  test.each([
    ['a phone or an e-mail', { fields: [field({})] }, { fields: 'Enter a phone number or an email address' }],
    ['each of them once', { fields: [...aForm().fields, field({})] }, { 'fields.5.name': 'The value is not valid' }],
    [
      'its texts in each language that it speaks',
      { texts: { ...aForm().texts, title: { he: 'שלום', en: '' } } },
      { 'texts.title.en': 'This field is required' },
    ],
    [
      'something to choose where one chooses',
      { fields: [...aForm().fields, field({ name: 'answer_x', kind: 'select' })] },
      { 'fields.5.options': 'This field is required' },
    ],
    ['names that are no other field’s', { fields: [field({ name: 'utm_source', kind: 'text' })] }, undefined],
    ['sites that are sites', { allowedOrigins: ['javascript:alert(1)'] }, undefined],
    [
      'a web address to lead to',
      { redirectUrl: 'javascript:alert(1)' },
      { redirectUrl: 'Enter an address that starts with https://' },
    ],
    [
      'a web address without a name or a password in it',
      { redirectUrl: 'https://bank.example@alon.example/' },
      { redirectUrl: 'Enter an address that starts with https://' },
    ],
    ['no password of a site', { allowedOrigins: ['https://dana:secret@alon.example'] }, undefined],
  ])('%s', async (_, changes, issues) => {
    const { owner, campaignId } = await world()
    const body = { ...aForm(), campaignId, ...changes } as never
    const refused = refusal(await it.send(formRoutes.create, owner, { body }))
    expect(refused.status).toBe(422)
    if (issues) expect(refused.issues).toEqual(issues)
  })

  test('in a change, too; what belongs together is sent together', async () => {
    const { owner, campaignId } = await world()
    const form = await make(owner, campaignId)
    const change = (body: object) =>
      it.send(formRoutes.change, owner, { params: { id: form._id }, body: body as never })
    const { languages, fields, texts } = aForm()
    expect((await change({ fields })).status).toBe(422)
    expect((await change({ languages, fields: [fields[0]], texts })).status).toBe(422)
    expect((await change({})).status).toBe(422)
    expect((await change({ name: form.name })).body.form).toEqual(form)
  })
})

test('a preview is the page itself, and its button does nothing', async () => {
  const { owner } = await world()
  const { languages, fields, texts } = aForm()
  const preview = async (page: 'form' | 'thanks') =>
    (await it.send(formRoutes.preview, owner, { body: { language: 'he', languages, fields, texts, page } })).body.html
  expect(await preview('form')).toMatch(/<html lang="he" dir="rtl">[\s\S]*<body inert>[\s\S]*כמה חדרים\?/)
  expect(await preview('thanks')).toContain('נתקשר בקרוב.')
})

test('forms of a campaign are hidden from who cannot read it, and closed to who may not change it', async () => {
  const { owner, member, campaignId, campaign } = await world()
  const form = await make(owner, campaignId)
  const elsewhere = await campaign()
  const stranger = await member('None', { [elsewhere]: 'Lead' })
  const reader = await member('None', { [campaignId]: 'Reader', [elsewhere]: 'Lead' })
  const asked = async (as: typeof owner) => [
    (await it.send(formRoutes.list, as, { query: { campaignId } })).status,
    (await it.send(formRoutes.get, as, { params: { id: form._id } })).status,
    (await it.send(formRoutes.create, as, { body: { ...aForm(), campaignId } })).status,
  ]
  expect(await asked(stranger)).toEqual([404, 404, 404])
  expect(await asked(reader)).toEqual([200, 403, 403])
})
