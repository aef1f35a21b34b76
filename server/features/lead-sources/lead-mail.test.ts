import { createTransport } from 'nodemailer'
import type Mail from 'nodemailer/lib/mailer/index.js'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { fileRoutes } from '#contract/files/files.ts'
import { leadSourceRoutes } from '#contract/lead-sources/lead-sources.ts'
import { freePort } from '../../platform/free-port.ts'
import { testLeadSources } from '../../testing/features/test-lead-sources.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'

const port = await freePort()
const it = await testApp({
  env: {
    ...{ MAIL_FROM: 'Leadline <leads@leadline.test>', FILES_DIR: `.data-test/files-${process.pid}-lead-mail` },
    ...{ MAIL_IN_DOMAIN: 'in.leadline.test', MAIL_IN_PORT: String(port) },
  },
})
const leads = testLeads(it)
const { make, change, requests } = testLeadSources(it)
const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const source = await make(owner, business.campaignId, 'email')
  const mail = (message: Mail.Options) =>
    transport.sendMail({ from: 'no-reply@portal.test', to: source.address, subject: 'New enquiry', ...message })
  const read = async () => {
    const { body } = await leads.page(owner, { limit: 100 })
    return Promise.all(body.leads.map(async ({ _id }) => (await leads.get(owner, _id)).body.lead))
  }
  const files = async (id: string) => (await it.send(fileRoutes.list, owner, { params: { id } })).body.files
  return { ...business, owner, source, mail, read, files }
}
const codeOf = (sending: Promise<unknown>) =>
  sending.then(
    () => 250,
    (error: { responseCode?: number }) => error.responseCode,
  )

test('a portal’s mail is a lead by its labels, in Hebrew, once; what no field holds is a note', async () => {
  const { owner, source, campaignId, mail, read, files } = await world()
  expect(source.address).toMatch(/^leads\+[a-z2-7]{26}@in\.leadline\.test$/)
  const info = await it.send(campaignRoutes.get, owner, { query: { campaignId } })
  expect(info.body.campaign.email).toBe(source.address)
  const phone = nextPhone()
  const text = `פנייה חדשה מהאתר\n\nשם: דנה לוי\nטלפון: ${phone.replace('+972', '0')}\nדוא"ל: dana@example.test\nמספר חדרים: 4\nהודעה: אפשר לקבוע ביקור?\n`
  for (let i = 0; i < 2; i++) await mail({ text, messageId: '<one@portal.test>' })
  const [lead, ...others] = await read()
  expect(others).toEqual([])
  expect(lead).toMatchObject({ name: 'דנה לוי', phone, email: 'dana@example.test', source: 'email' })
  expect(lead?.enquiries).toMatchObject([
    { message: 'אפשר לקבוע ביקור?', answers: [{ label: 'מספר חדרים', value: '4' }], formName: 'From email' },
  ])
  expect(await files(lead?._id ?? '')).toEqual([])
})

test('a table in HTML is read as labels, and its attachment is a file of the lead', async () => {
  const { mail, read, files } = await world()
  const phone = nextPhone()
  await mail({
    html: `<table><tr><td><b>שם מלא:</b></td><td>יואב כהן</td></tr><tr><td>נייד</td><td>${phone}</td></tr></table>`,
    attachments: [{ filename: 'plan.txt', content: 'four rooms' }],
  })
  const [lead] = await read()
  expect(lead).toMatchObject({ name: 'יואב כהן', phone })
  expect((await files(lead?._id ?? '')).map(({ name }: { name: string }) => name)).toEqual(['plan.txt'])
})

test('without labels it is a lead of the person who wrote, with the mail attached; two of a portal are two', async () => {
  const { mail, read, files } = await world()
  await mail({ from: 'Rina <Rina@Example.test>', text: 'I would like an offer for a kitchen' })
  const [rina] = await read()
  expect(rina).toMatchObject({ email: 'rina@example.test' })
  expect(rina?.enquiries[0]?.message).toBe('New enquiry\n\nI would like an offer for a kitchen')
  expect((await files(rina?._id ?? '')).map(({ name }: { name: string }) => name)).toEqual(['mail.eml'])
  await mail({ text: 'Somewhere a person asked something' })
  await mail({ text: 'Another person asked something else' })
  await mail({ text: 'Please call 072-444 5599 today', replyTo: 'gil@example.test' })
  const found = await read()
  expect(found).toHaveLength(4)
  expect(found.filter(({ email }) => email === 'no-reply@portal.test')).toHaveLength(2)
  expect(found[0]).toMatchObject({ phone: '+972724445599', email: 'gil@example.test' })
})

test('a mapping of its labels is followed', async () => {
  const { owner, source, mail, read } = await world()
  await change(owner, source, { mapping: { columns: { Caller: 'name', Ring: 'phone', Budget: 'none' } } })
  const phone = nextPhone()
  await mail({ text: `Caller: Noa\nRing: ${phone}\nBudget: 100` })
  const [lead] = await read()
  expect(lead).toMatchObject({ name: 'Noa', phone })
  expect(JSON.stringify(lead?.enquiries[0]?.answers)).not.toContain('Budget')
  expect(await requests(owner, source._id)).toMatchObject([{ state: 'lead' }])
})

test('replies of programs and mail of this installation are dropped, unknown addresses refused', async () => {
  const { owner, source, mail, read } = await world()
  const text = `Name: Dana\nPhone: ${nextPhone()}`
  expect(await codeOf(mail({ text, headers: { 'Auto-Submitted': 'auto-replied' } }))).toBe(250)
  expect(await codeOf(mail({ text, from: 'leads@leadline.test' }))).toBe(250)
  expect(await codeOf(mail({ text, from: source.address }))).toBe(250)
  expect(await read()).toEqual([])
  // A site sends by a program; that is no reply.
  expect(await codeOf(mail({ text, headers: { 'Auto-Submitted': 'auto-generated', Precedence: 'bulk' } }))).toBe(250)
  expect(await read()).toHaveLength(1)
  expect(await codeOf(mail({ text, to: `leads+${'a'.repeat(26)}@in.leadline.test` }))).toBe(550)
  await change(owner, source, { isEnabled: false })
  expect(await codeOf(mail({ text }))).toBe(550)
})

test('a campaign has one address; another one, and none, show in the campaign', async () => {
  const { owner, source, campaignId } = await world()
  const email = async () => (await it.send(campaignRoutes.get, owner, { query: { campaignId } })).body.campaign.email
  const again = await it.send(leadSourceRoutes.create, owner, { body: { campaignId, kind: 'email', name: 'Second' } })
  expect(again).toMatchObject({ status: 409, body: { code: 'lead_mail_exists' } })
  const rotated = await it.send(leadSourceRoutes.rotate, owner, { params: { id: source._id } })
  expect(await email()).toBe(rotated.body.source.address)
  expect(await email()).not.toBe(source.address)
  await it.send(leadSourceRoutes.remove, owner, { params: { id: source._id } })
  expect(await email()).toBe(null)
})
