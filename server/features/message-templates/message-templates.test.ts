import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { messageTemplateRoutes as routes } from '#contract/leads/messages/message-templates.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, refusal, testLeads } from '../../testing/test-leads.ts'
import { testNumber } from '../../testing/test-numbers.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { letterHtml } from './message-templates.rules.ts'
import { renderTemplate } from './template-values.service.ts'

const it = await testApp()
const { add } = testLeads(it)

type Loose = Record<string, unknown>
type Member = Awaited<ReturnType<Awaited<ReturnType<typeof it.newBusiness>>['member']>>
const aTemplate = (changes: Loose = {}) => ({
  nameHe: 'ברוכים הבאים',
  nameEn: 'Welcome',
  channel: 'sms',
  purpose: 'service',
  contents: { he: { text: 'שלום {{lead.name}}, {{m:ברוך הבא|f:ברוכה הבאה|n:ברוכים הבאים}}' }, en: null },
  ...changes,
})
const create = (as: Pick<Member, 'authorization' | 'x-business-id'>, changes: Loose = {}) =>
  it.send(routes.create, as, { body: aTemplate(changes) as never })
const made = async (as: Pick<Member, 'authorization' | 'x-business-id'>, changes: Loose = {}) => {
  const reply = await create(as, changes)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.template
}
const list = async (as: Pick<Member, 'authorization' | 'x-business-id'>) =>
  (await it.send(routes.list, as, {})).body.templates
/** Who calls, as services get it. */
async function callerOf(as: Member, businessId: string) {
  const caller = await it.deps.access.findMember({ ...as, businessId })
  if (!caller) throw new Error('not a member')
  return { db: it.deps.tenants.scope({ businessId, userId: as.userId }), caller }
}
const valuesOf = (as: Pick<Member, 'authorization' | 'x-business-id'>, id: string) =>
  it.send(routes.values, as, { params: { id } })

async function owned() {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner') }
}

describe('templates', () => {
  test('are made, changed, deleted and restored by Owners; who writes to leads reads them', async () => {
    const { owner, member, campaignId } = await owned()
    const template = await made(owner)
    expect(template).toMatchObject({ nameHe: 'ברוכים הבאים', channel: 'sms', revision: 0 })
    expect(template.contents.en).toBeNull()
    for (const role of ['Admin', 'Affiliate', 'Lead', 'Writer'] as const) {
      const as = await member(role, role === 'Admin' ? [] : [campaignId])
      expect((await list(as)).map(({ _id }) => _id)).toEqual([template._id])
      expect((await create(as)).status).toBe(403)
    }
    const reader = await member('Reader', [campaignId])
    expect((await it.send(routes.list, reader, {})).status).toBe(403)

    const params = { id: template._id }
    const change = (expected: number, changes: Loose = {}) =>
      it.send(routes.change, owner, { params, body: { ...aTemplate(changes), expected } as never })
    const renamed = await change(0, { nameEn: 'Greeting' })
    expect(renamed.body.template).toMatchObject({ nameEn: 'Greeting', revision: 1 })
    // Another tab, which still shows the first revision.
    expect(refusal(await change(0, { nameEn: 'Hello there' })).code).toBe('changed_meanwhile')
    // The same change again: its reply was lost.
    expect((await change(0, { nameEn: 'Greeting' })).body.template.revision).toBe(1)

    expect((await it.send(routes.remove, owner, { params })).status).toBe(200)
    expect(await list(owner)).toEqual([])
    expect((await it.send(routes.remove, owner, { params })).status).toBe(404)
    const restored = await it.send(routes.restore, owner, { params })
    expect(restored.body.template).toMatchObject({ _id: template._id, nameEn: 'Greeting' })
    expect((await list(owner)).length).toBe(1)
  })

  test('each language needs what its channel has, and every placeholder must be readable', async () => {
    const { owner } = await owned()
    const issues = async (changes: Loose) => refusal(await create(owner, changes)).issues
    expect(await issues({ contents: { he: null, en: null } })).toHaveProperty(['contents'])
    const email = { channel: 'email', contents: { he: null, en: { text: 'Hello', subject: '' } } }
    expect(await issues(email)).toHaveProperty(['contents.en.subject'])
    const texts = (text: string) => ({ contents: { he: { text }, en: null } })
    expect(await issues(texts('{{lead.height}}'))).toEqual({
      'contents.he.text': 'A placeholder in braces does not exist here',
    })
    expect(await issues(texts('{{m:a|f:b}}'))).toHaveProperty(['contents.he.text'])
    expect(await issues(texts('א'.repeat(1_001)))).toHaveProperty(['contents.he.text'])
    expect(await issues({ ...texts('שלום'), channel: 'whatsapp' })).toHaveProperty(['channel'])
    expect(await issues({ nameEn: '' })).toHaveProperty(['nameEn'])
  })

  test('a business has at most 200', async () => {
    const { owner, businessId, db } = await owned()
    const row = { name_he: 'א', name_en: 'A', channel: 'sms', purpose: 'service', contents: '{"he":null,"en":null}' }
    const rows = Array.from({ length: 200 }, () => ({ business_id: businessId, id: crypto.randomUUID(), ...row }))
    await db.insertInto('lead_templates').values(rows).execute()
    expect(refusal(await create(owner))).toMatchObject({ status: 409, code: 'message_template_full' })
  })

  test('a new business begins with texts in both languages that fit any lead', async () => {
    const person = await it.person()
    const reply = await it.send(businessRoutes.create, person, { body: { name: 'גינות הצפון' } as never })
    const as = { ...person, 'x-business-id': reply.body.business._id }
    const templates = await waitFor(async () => {
      const found = await list(as)
      return found.length > 0 && found
    })
    expect(templates.map(({ channel }) => channel).sort()).toEqual(['email', 'sms', 'sms'])
    for (const { contents } of templates) expect([contents.he, contents.en].every(Boolean)).toBe(true)
  })
})

describe('values', () => {
  test('are those of the lead, its campaign, the sender and the business', async () => {
    const { owner, campaignId, businessId, db } = await owned()
    const { phone } = await testNumber(it, { db, businessId, campaignId })
    await db
      .updateTable('businesses')
      .set({ brand_name: 'Green', city: 'חיפה', street: null })
      .where('business_id', '=', businessId)
      .execute()
    const lead = await add(owner, { name: 'Dana Levi', email: 'dana@example.test', campaignId })
    const { values, gender } = (await valuesOf(owner, lead._id)).body
    expect(gender).toBe('unknown')
    expect(values).toMatchObject({
      'lead.name': 'Dana Levi',
      'lead.firstName': 'Dana',
      'lead.email': 'dana@example.test',
      'campaign.phone': phone,
      'business.name': 'Green',
      'business.address': 'חיפה',
    })
    expect(values['person.name']).toBeTruthy()
  })

  test('mask contacts for partners who see them masked, but a message has them', async () => {
    const { owner, member, campaignId, businessId, db } = await owned()
    await db.updateTable('businesses').set({ masks_contacts: true }).where('business_id', '=', businessId).execute()
    it.deps.caches.endAll()
    const partner = await member('Affiliate', [campaignId])
    const lead = await add(owner, { phone: nextPhone(), email: 'dana@example.test', campaignId })
    const { values } = (await valuesOf(partner, lead._id)).body
    expect(values['lead.phone']).not.toBe(lead.phone)
    expect(values['lead.email']).not.toBe('dana@example.test')
    const template = await made(owner, { contents: { he: { text: '{{lead.phone}}' }, en: null } })
    const wanted = { templateId: template._id, leadId: lead._id, language: 'he' as const }
    const message = await renderTemplate(it.deps, await callerOf(partner, businessId), wanted)
    expect(message.text).toBe(lead.phone)
  })

  test('of a colleague’s lead do not exist for members kept to their own', async () => {
    const { owner, member, campaignId, businessId, db } = await owned()
    await db.updateTable('businesses').set({ own_leads_only: true }).where('business_id', '=', businessId).execute()
    it.deps.caches.endAll()
    const writer = await member('Writer', [campaignId])
    const lead = await add(owner, { campaignId })
    expect((await valuesOf(writer, lead._id)).status).toBe(404)
  })
})

describe('a rendered message', () => {
  test('has the form of the gender, and its mail is a right-to-left letter in which values are escaped', async () => {
    const { owner, campaignId, businessId, db } = await owned()
    const lead = await add(owner, { name: '<img src=x> & co', campaignId })
    await db.updateTable('leads').set({ gender: 'female' }).where('id', '=', lead._id).execute()
    const text = 'שלום {{lead.name}}\n{{m:ברוך הבא|f:ברוכה הבאה|n:ברוכים הבאים}}\n\nhttps://example.test/a?b=1&c=2.'
    const template = await made(owner, {
      channel: 'email',
      contents: { he: { subject: 'עבור {{lead.name}}', text }, en: null },
    })
    const context = await callerOf(owner, businessId)
    const wanted = { templateId: template._id, leadId: lead._id }
    const message = await renderTemplate(it.deps, context, { ...wanted, language: 'he' })
    expect(message).toMatchObject({ channel: 'email', purpose: 'service', subject: 'עבור <img src=x> & co' })
    expect(message.text).toContain('ברוכה הבאה')
    expect(message.html).toContain('<html lang="he" dir="rtl">')
    expect(message.html).toContain('שלום &lt;img src=x&gt; &amp; co<br>ברוכה הבאה')
    expect(message.html).toContain('href="https://example.test/a?b=1&amp;c=2">https://example.test/a?b=1&amp;c=2</a>.')
    expect(message.html).not.toContain('<img')
    const inEnglish = renderTemplate(it.deps, context, { ...wanted, language: 'en' })
    await expect(inEnglish).rejects.toMatchObject({ code: 'message_template_language' })
  })

  test('is refused while a value is missing, which is named', async () => {
    const { owner, campaignId, businessId } = await owned()
    const lead = await add(owner, { campaignId })
    const template = await made(owner, { contents: { he: { text: '{{lead.email}}' }, en: null } })
    const context = await callerOf(owner, businessId)
    const wanted = { templateId: template._id, leadId: lead._id, language: 'he' as const }
    await expect(renderTemplate(it.deps, context, wanted)).rejects.toMatchObject({
      code: 'message_template_values_missing',
      details: { values: { names: 'lead.email' } },
    })
  })

  test('in English runs from left to right', () => {
    expect(letterHtml('en', { subject: 'Hi', text: 'One\n\nTwo' })).toContain(
      '<p dir="ltr" style="margin:0 0 16px">Two</p>',
    )
  })
})
