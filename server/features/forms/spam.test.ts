import { describe, expect, test } from 'vitest'
import { formRoutes } from '#contract/forms.ts'
import { withClient } from '../../platform/db/connections.ts'
import { testApp } from '../../testing/test-app.ts'
import { readForm, testForms } from '../../testing/test-forms.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'

const MINUTE = 60_000
let time = Date.parse('2026-11-20T10:00:00Z')
const it = await testApp({ now: () => new Date(time), env: { TRUST_PROXY: '1' } })
const { make, post, open } = testForms(it)
const { page, relayed } = testLeads(it)
const pass = (seconds: number) => {
  time += seconds * 1_000
}

const SITE = 'https://alon.example'
async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const form = await make(owner, business.campaignId, { allowedOrigins: [SITE] })
  const count = async () => (await page(owner)).body.pagination.total
  const outcomes = async () => {
    await it.deps.payloads.flush()
    const { body } = await it.send(formRoutes.payloads, owner, { params: { id: form._id } })
    return body.payloads.map(({ outcome, status }) => [outcome, status])
  }
  return { owner, form, count, outcomes, url: `/f/${form.key}?lang=en` }
}
const dana = () => ({ name: 'Dana Levi', phone: nextPhone() })

test('what fills in the field that people do not see gets thanks, and nothing is stored', async () => {
  const { form, count, outcomes } = await world()
  const opened = await open(form, '?lang=en')
  expect(opened.html).toMatch(/class="more" aria-hidden="true"><label>[^<]+<input name="homepage" tabindex="-1"/)
  pass(5)
  const robot = await post(opened.action, { ...opened.values, ...dana(), homepage: 'https://spam.example' })
  const person = await post(opened.action, { ...opened.values, ...dana() })
  expect([robot.statusCode, robot.headers.location]).toEqual([person.statusCode, person.headers.location])
  expect(await count()).toBe(1)
  expect(await outcomes()).toEqual([
    ['created', 303],
    ['honeypot', 303],
  ])
})

test('two seconds are too fast, three are not; what was typed stays', async () => {
  const { form, count, outcomes } = await world()
  const opened = await open(form, '?lang=en')
  const typed = { ...opened.values, ...dana() }
  pass(2)
  const fast = await post(opened.action, typed)
  expect([fast.statusCode, fast.body.includes('Please try again')]).toEqual([422, true])
  expect(fast.body).toContain('value="Dana Levi"')
  expect(await count()).toBe(0)
  pass(1)
  const again = readForm(fast.body)
  expect((await post(again.action, { ...again.values, name: typed.name, phone: typed.phone })).statusCode).toBe(303)
  expect(await outcomes()).toEqual([
    ['created', 303],
    ['too_fast', 422],
  ])
})

describe('the token of a page', () => {
  test('is worth 24 hours', async () => {
    const { form } = await world()
    const [early, late] = [await open(form), await open(form)]
    pass(24 * 3_600)
    expect((await post(early.action, { ...early.values, ...dana() })).statusCode).toBe(303)
    pass(1)
    const old = await post(late.action, { ...late.values, ...dana() })
    expect([old.statusCode, old.body.includes('open for a long time')]).toEqual([422, true])
    pass(3)
    const renewed = readForm(old.body)
    expect((await post(renewed.action, { ...renewed.values, ...dana() })).statusCode).toBe(303)
  })

  test('is worth nothing changed, made up, or of another form', async () => {
    const { form, count } = await world()
    const other = await world()
    const opened = await open(form)
    const { values } = await open(other.form)
    pass(5)
    const token = opened.values.token ?? ''
    const forged = [
      token.replace(/^\w/, (letter) => (letter === 'a' ? 'b' : 'a')),
      `${token}x`,
      token.slice(0, -1),
      values.token ?? '',
      'x',
    ]
    for (const wrong of forged)
      expect((await post(opened.action, { ...dana(), token: wrong })).statusCode, wrong).toBe(422)
    expect(await count()).toBe(0)
  })
})

describe('another site’s page', () => {
  test('sends where it is allowed, without a token and however fast', async () => {
    const { url, count, outcomes } = await world()
    expect((await post(url, dana(), { origin: SITE })).statusCode).toBe(303)
    expect(await count()).toBe(1)
    for (const origin of ['https://elsewhere.example', 'http://alon.example', 'https://alon.example.evil.example'])
      expect((await post(url, dana(), { origin })).statusCode, origin).toBe(403)
    expect(await count()).toBe(1)
    expect((await outcomes()).map(([outcome]) => outcome)).toEqual([...Array(3).fill('wrong_origin'), 'created'])
  })

  test('that is not named, or wants not to be, needs the token of our own page', async () => {
    const { form, url } = await world()
    expect((await post(url, dana())).statusCode).toBe(403)
    expect((await post(url, dana(), { origin: 'null' })).statusCode).toBe(403)
    expect((await post(url, dana(), { origin: 'http://localhost' })).statusCode).toBe(403)
    const opened = await open(form)
    pass(5)
    for (const origin of [undefined, 'null', 'http://localhost'])
      expect(
        (await post(opened.action, { ...opened.values, ...dana() }, origin ? { origin } : {})).statusCode,
        origin,
      ).toBe(303)
    const elsewhere = { origin: 'https://elsewhere.example' }
    expect((await post(opened.action, { ...opened.values, ...dana() }, elsewhere)).statusCode).toBe(403)
  })
})

test('one address posts 30 times a minute; others are not held up', async () => {
  time = Math.ceil(time / MINUTE) * MINUTE
  const { url } = await world()
  const from = (ip: string) => post(url, dana(), { origin: SITE, 'x-forwarded-for': ip })
  for (let i = 0; i < 30; i++) expect((await from('192.0.2.7')).statusCode).toBe(303)
  const over = await from('192.0.2.7')
  expect([over.statusCode, over.headers['retry-after']]).toEqual([429, '60'])
  expect((await from('192.0.2.8')).statusCode).toBe(303)
  pass(60)
  expect((await from('192.0.2.7')).statusCode).toBe(303)
})

test('a flood of refused posts asks the database nothing, and the last twenty are kept', async () => {
  const { url, outcomes, count } = await world()
  await post(url, { homepage: 'x' }) // the form is cached
  // The relay would wait for these tables while it holds others.
  await relayed()
  await withClient(it.urls.adminUrl, async (admin) => {
    await admin.query('begin; lock table forms, campaigns, leads, lead_enquiries, events in access exclusive mode')
    const replies = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        post(url, { ...dana(), ...(i % 2 && { homepage: 'x' }) }, { 'x-forwarded-for': `198.51.100.${i % 250}` }),
      ),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([303, 403]))
  })
  expect(await outcomes()).toHaveLength(20)
  expect(await count()).toBe(0)
})
