import { expect, test } from 'vitest'
import { formRoutes } from '#contract/forms.ts'
import { testApp } from '../../testing/test-app.ts'
import { testForms } from '../../testing/test-forms.ts'
import { nextPhone } from '../../testing/test-leads.ts'
import { TOKEN } from './hosted-page.ts'

let time = Date.parse('2026-11-20T10:00:00Z')
const it = await testApp({ now: () => new Date(time), env: { TRUST_PROXY: '1' } })
const { make, post, open } = testForms(it)
const pass = (seconds: number) => {
  time += seconds * 1_000
}
const dana = () => ({ name: 'Dana Levi', phone: nextPhone() })

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const form = await make(owner, business.campaignId, { allowedOrigins: ['https://alon.example'] })
  const submissions = async () => {
    await it.deps.payloads.flush()
    const { body } = await it.send(formRoutes.list, owner, { query: { campaignId: business.campaignId } })
    return body.forms.find(({ _id }) => _id === form._id)?.submissions
  }
  /** Opens the page, waits and sends, several times at once if asked. */
  const fillIn = async (values: Record<string, string>, { seconds = 5, sends = 1 } = {}) => {
    const opened = await open(form, '?lang=en')
    pass(seconds)
    const send = () => post(opened.action, { ...opened.values, ...values })
    return Promise.all(Array.from({ length: sends }, send))
  }
  return { ...business, owner, form, submissions, fillIn }
}

const none = { total: 0, newLeads: 0, repeats: 0, spam: 0, lastAt: null, lastLeadAt: null }
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)

test('a form counts its submissions: new leads, repeats and spam', async () => {
  const { form, fillIn, submissions } = await world()
  expect(await submissions()).toEqual(none)
  const [visitor, other] = [dana(), dana()]
  await fillIn(visitor)
  await fillIn(other)
  const before = await submissions()
  expect(before).toEqual({ total: 2, newLeads: 2, repeats: 0, spam: 0, lastAt: at, lastLeadAt: at })
  await fillIn(visitor)
  const after = await submissions()
  expect(after).toMatchObject({ total: 3, newLeads: 2, repeats: 1, spam: 0, lastLeadAt: before?.lastLeadAt })
  expect(Date.parse(String(after?.lastAt))).toBeGreaterThan(Date.parse(String(before?.lastAt)))
  // A hidden field filled in, too fast, and a site that is not allowed.
  await fillIn({ ...dana(), homepage: 'https://spam.example' })
  await fillIn(dana(), { seconds: 1 })
  await post(`/f/${form.key}`, dana(), { origin: 'https://elsewhere.example' })
  expect(await submissions()).toEqual({ ...after, spam: 3 })
})

test('what is no enquiry is not counted: fields that are wrong, a page that is none of ours', async () => {
  const { fillIn, submissions } = await world()
  await fillIn({ name: 'Dana Levi', phone: '12' })
  await fillIn({ ...dana(), [TOKEN]: 'made.up' })
  expect(await submissions()).toEqual(none)
})

test('a double click is one submission, and all of a flood of spam is counted', async () => {
  const { form, fillIn, submissions } = await world()
  await fillIn(dana(), { sends: 3 })
  expect(await submissions()).toMatchObject({ total: 1, newLeads: 1, repeats: 0 })
  const robot = (i: number) => post(`/f/${form.key}`, { homepage: 'x' }, { 'x-forwarded-for': `192.0.2.${i}` })
  // More than the log of requests keeps.
  await Promise.all(Array.from({ length: 30 }, (_, i) => robot(i)))
  expect(await submissions()).toMatchObject({ total: 1, spam: 30 })
})

test('visitors who send at once are all counted', async () => {
  const { fillIn, submissions } = await world()
  await Promise.all(Array.from({ length: 8 }, () => fillIn(dana())))
  expect(await submissions()).toMatchObject({ total: 8, newLeads: 8 })
})

test('each form counts its own, and a new lead of another source is none of it', async () => {
  const { owner, campaignId, fillIn, submissions } = await world()
  const second = await make(owner, campaignId)
  await fillIn(dana())
  const { body } = await it.send(formRoutes.list, owner, { query: { campaignId } })
  expect(body.forms.find(({ _id }) => _id === second._id)?.submissions).toEqual(none)
  expect(await submissions()).toMatchObject({ total: 1 })
})
