import { describe, expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { formRoutes } from '#contract/forms.ts'
import { testApp } from '../../testing/test-app.ts'
import { aForm, readForm, testForms } from '../../testing/test-forms.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'

let time = Date.parse('2026-11-20T10:00:00Z')
const it = await testApp({ now: () => new Date(time) })
const { make, get, post, open } = testForms(it)
const { page, get: getLead, history } = testLeads(it)
const pass = (seconds: number) => {
  time += seconds * 1_000
}
const world = async (changes: Parameters<typeof make>[2] = {}) => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  return { ...business, owner, form: await make(owner, business.campaignId, changes) }
}
type World = Awaited<ReturnType<typeof world>>
const leadsOf = async ({ owner }: World) => (await page(owner)).body.leads
/** Opens the page, waits as a person does, and sends. */
const fillIn = async ({ form }: World, values: Record<string, string>, query = '') => {
  const opened = await open(form, query)
  pass(5)
  return post(opened.action, { ...opened.values, ...values })
}
const dana = () => ({ name: 'Dana Levi', phone: nextPhone() })

describe('the page', () => {
  test('speaks the language asked for, else the browser’s, else its own first', async () => {
    const { form } = await world()
    const he = await get(`/f/${form.key}?lang=he`)
    expect(he.statusCode).toBe(200)
    expect(he.body).toContain('<html lang="he" dir="rtl">')
    expect(he.body).toContain('נחזור אליך היום')
    expect((await get(`/f/${form.key}`, { 'accept-language': 'fr,en-GB;q=0.8' })).body).toContain(
      '<html lang="en" dir="ltr">',
    )
    expect((await get(`/f/${form.key}`, { 'accept-language': 'fr' })).body).toContain('<html lang="he" dir="rtl">')
  })

  test('holds no script, is small, and names each field', async () => {
    const { form } = await world()
    const { body } = await get(`/f/${form.key}`)
    const style = /<link rel="stylesheet" href="([^"]+)">/.exec(body)?.[1] ?? ''
    const css = await get(style)
    expect(css.headers['content-type']).toContain('text/css')
    expect(body.length + css.body.length).toBeLessThan(30_000)
    expect(body).not.toContain('<script')
    for (const label of ['Full name', 'Phone', 'Email', 'Message', 'How many rooms?']) expect(body).toContain(label)
  })

  test('may be shown in frames by its allowed sites alone; the rest of the product nowhere', async () => {
    const closed = await world()
    const shut = await get(`/f/${closed.form.key}`)
    expect(shut.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const listed = await world({ allowedOrigins: ['https://alon.example', 'https://www.alon.example'] })
    const { headers } = await get(`/f/${listed.form.key}`)
    expect(headers['content-security-policy']).toContain(
      "frame-ancestors 'self' https://alon.example https://www.alon.example",
    )
    expect(headers['content-security-policy']).not.toContain('script-src')
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await get('/api/health')).headers['x-frame-options']).toBe('DENY')
  })

  test('in a frame it has its own two scripts’ help, and no other', async () => {
    const { form } = await world({ allowedOrigins: ['https://alon.example'] })
    const framed = await get(`/f/${form.key}?embed=1`)
    expect(framed.headers['content-security-policy']).toContain("script-src 'self'")
    expect(framed.body.match(/<script[^>]*>/g)).toEqual(['<script src="/f/frame.js" defer>'])
    const script = await get(`/f/${form.key}/embed.js`)
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(script.body).toContain(`/f/${form.key}`)
  })

  test('that is not there, is closed, or whose campaign is gone says so', async () => {
    const { form, owner, campaignId } = await world()
    expect((await get('/f/aaaaaaaaaaaaaaaaaaaaaaaa')).statusCode).toBe(404)
    expect((await get('/f/x')).statusCode).toBe(404)
    await it.send(formRoutes.change, owner, { params: { id: form._id }, body: { isEnabled: false } })
    const closed = await get(`/f/${form.key}`)
    expect([closed.statusCode, closed.body.includes('This form is closed')]).toEqual([410, true])
    await it.send(formRoutes.change, owner, { params: { id: form._id }, body: { isEnabled: true } })
    expect((await get(`/f/${form.key}`)).statusCode).toBe(200)
    await it.send(campaignRoutes.remove, owner, { params: { id: campaignId }, body: { leads: 'trash' } })
    expect((await get(`/f/${form.key}`)).statusCode).toBe(404)
  })

  test('writes out what comes from its address and its owner as text', async () => {
    const evil = '"><script>alert(1)</script>'
    const { form } = await world({
      texts: {
        ...{ title: { he: evil, en: evil }, intro: { he: '', en: evil }, button: { he: 'שליחה', en: 'Send' } },
        ...{ thanks: { he: 'תודה', en: 'Thanks' }, thanksText: { he: '', en: '' }, consent: { he: '', en: evil } },
      },
    })
    const { body } = await get(`/f/${form.key}?utm_source=${encodeURIComponent(evil)}&lang=en`)
    expect(body).not.toContain('<script')
    expect(readForm(body).values.utm_source).toBe(evil)
  })

  test('writes out the options of a select as text, and keeps the chosen one', async () => {
    const evil = `Four "big" & <b>small</b></select><script>alert('1')</script>`
    const label = `Rooms? <i>"&'`
    const { form } = await world({
      fields: [
        ...aForm().fields.slice(0, 2),
        {
          name: 'answer_rooms',
          kind: 'select',
          label: { he: label, en: label },
          required: true,
          options: [
            { he: 'שלושה', en: 'Three' },
            { he: evil, en: evil },
          ],
        },
      ],
    })
    const written =
      'Four &quot;big&quot; &amp; &lt;b&gt;small&lt;/b&gt;&lt;/select&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;'
    for (const language of ['he', 'en']) {
      const { action, values, html } = await open(form, `?lang=${language}`)
      expect(html).not.toContain('<script')
      expect(html).toContain(`<option>${written}</option></select>`)
      expect(html).toContain('>Rooms? &lt;i&gt;&quot;&amp;&#39;</label>')
      pass(5)
      const refused = await post(action, { ...values, name: 'Dana Levi', phone: '12', answer_rooms: evil })
      expect(refused.statusCode).toBe(422)
      expect(refused.body).not.toContain('<script')
      expect(refused.body).toContain(`<option selected>${written}</option></select>`)
    }
  })
})

describe('what is sent', () => {
  test('becomes a lead that says which form it came through, with the parameters of the visitor’s link', async () => {
    const here = await world()
    const rooms = { answer_rooms: 'Four', message: 'In the afternoon', email: 'Dana@Example.test' }
    const phone = nextPhone()
    const sent = await fillIn(
      here,
      { name: 'Dana Levi', phone, ...rooms },
      '?utm_source=google&utm_campaign=autumn&gclid=abc&lang=en',
    )
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `/f/${here.form.key}/thanks?lang=en`])
    expect((await get(sent.headers.location as string)).body).toContain('Thank you!')
    const [lead] = await leadsOf(here)
    expect(lead).toMatchObject({
      name: 'Dana Levi',
      phone,
      email: 'dana@example.test',
      source: 'google_ads',
      isRead: false,
    })
    const { body } = await getLead(here.owner, lead?._id as string)
    const [enquiry] = body.lead.enquiries
    expect(enquiry).toMatchObject({
      formName: 'Landing page',
      keyName: null,
      message: 'In the afternoon',
      utm: { source: 'google', campaign: 'autumn' },
      clickIds: { gclid: 'abc' },
      answers: [{ label: 'How many rooms?', value: 'Four' }],
      consent: null,
    })
    expect(enquiry?.landingPage).toMatch(/\/f\/[\w-]{24}\?utm_source=google/)
    expect(JSON.parse(enquiry?.raw as string)).toMatchObject({ name: 'Dana Levi', answer_rooms: 'Four' })
    expect(enquiry?.raw).not.toContain('token')
    const [made] = (await history(here.owner, lead?._id as string)).body.history
    expect(made).toMatchObject({ event: 'lead.created', by: null, keyName: null, formName: 'Landing page' })
  })

  test('comes from the form’s own source where the link tells none', async () => {
    const here = await world({ source: 'spring fair' })
    await fillIn(here, dana())
    expect((await leadsOf(here))[0]?.source).toBe('spring fair')
  })

  test('again by the same person is a repeat enquiry; the same page twice is one', async () => {
    const here = await world()
    const person = dana()
    const opened = await open(here.form)
    pass(5)
    const sent = { ...opened.values, ...person }
    const replies = await Promise.all([1, 2, 3].map(() => post(opened.action, sent)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    const [lead, ...others] = await leadsOf(here)
    expect(others).toEqual([])
    const enquiries = async () => (await getLead(here.owner, lead?._id as string)).body.lead.enquiries
    expect(await enquiries()).toHaveLength(1)
    await fillIn(here, person)
    expect(await enquiries()).toHaveLength(2)
    await post(opened.action, { ...sent, message: 'One more thing' })
    expect((await enquiries()).map(({ message }) => message)).toEqual([null, null, 'One more thing'])
  })

  test('wrongly is shown again with what was typed, each mistake beside its field', async () => {
    const here = await world()
    const wrong = await fillIn(here, { name: 'דנה "לוי"', phone: '12', email: 'dana', answer_rooms: 'Nine' })
    expect(wrong.statusCode).toBe(422)
    for (const [field, text] of Object.entries({
      phone: 'Invalid phone number',
      email: 'Invalid email address',
      answer_rooms: 'The value is not valid',
    }))
      expect(wrong.body).toContain(`<span class="error" id="e-${field}">${text}</span>`)
    expect(wrong.body).toContain('value="דנה &quot;לוי&quot;"')
    expect(await leadsOf(here)).toEqual([])
    const again = readForm(wrong.body)
    expect((await post(again.action, { ...again.values, ...dana() })).statusCode).toBe(303)
    expect(await leadsOf(here)).toHaveLength(1)
  })

  test('without a phone and an e-mail is not enough', async () => {
    const here = await world({
      fields: [
        { name: 'phone', kind: 'phone', label: { he: 'טלפון', en: 'Phone' }, required: false, options: [] },
        { name: 'email', kind: 'email', label: { he: 'אימייל', en: 'Email' }, required: false, options: [] },
      ],
    })
    const empty = await fillIn(here, {})
    expect([empty.statusCode, empty.body.includes('Enter a phone number or an email address')]).toEqual([422, true])
    expect((await fillIn(here, { email: 'dana@example.test' })).statusCode).toBe(303)
  })

  test('with consent keeps the text that was agreed to; without it nothing', async () => {
    const texts = {
      ...{ title: { he: 'א', en: 'A' }, intro: { he: '', en: '' }, button: { he: 'שליחה', en: 'Send' } },
      ...{ thanks: { he: 'תודה', en: 'Thanks' }, thanksText: { he: '', en: '' } },
      consent: { he: 'מותר לפנות אליי', en: 'You may contact me' },
    }
    const here = await world({ texts })
    expect((await fillIn(here, dana())).statusCode).toBe(422)
    await fillIn(here, { ...dana(), consent: '1' })
    const [lead] = await leadsOf(here)
    const { body } = await getLead(here.owner, lead?._id as string)
    expect(body.lead.enquiries[0]?.consent).toBe('You may contact me')
  })

  test('leads to the address that the form names; from a frame to its thanks, which lead there', async () => {
    const here = await world({
      redirectUrl: 'https://alon.example/thanks?a=1',
      allowedOrigins: ['https://alon.example'],
    })
    expect((await fillIn(here, dana())).headers.location).toBe('https://alon.example/thanks?a=1')
    const framed = await fillIn(here, dana(), '?embed=1&lang=en')
    expect(framed.headers.location).toBe(`/f/${here.form.key}/thanks?lang=en&embed=1`)
    expect((await get(framed.headers.location as string)).body).toContain(
      '<a id="next" target="_top" href="https://alon.example/thanks?a=1">',
    )
  })

  test('leads to an address that is written in Hebrew', async () => {
    const here = await world({ redirectUrl: 'https://alon.example/תודה?של=דנה' })
    expect((await fillIn(here, dana())).headers.location).toBe(
      'https://alon.example/%D7%AA%D7%95%D7%93%D7%94?%D7%A9%D7%9C=%D7%93%D7%A0%D7%94',
    )
  })

  test('to a paused campaign is taken and marked', async () => {
    const here = await world()
    await here.db.updateTable('campaigns').set({ is_enabled: false }).where('id', '=', here.campaignId).execute()
    await fillIn(here, dana())
    const [lead] = await leadsOf(here)
    expect((await getLead(here.owner, lead?._id as string)).body.lead.enquiries[0]?.whilePaused).toBe(true)
  })

  test('of another type, or too large, is refused with the reason', async () => {
    const { form } = await world()
    const json = await it.app.inject({ method: 'POST', url: `/f/${form.key}`, payload: { name: 'x' } })
    expect([json.statusCode, json.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8'])
    expect((await post(`/f/${form.key}`, `message=${'x'.repeat(70_000)}`)).statusCode).toBe(413)
    expect((await post('/f/aaaaaaaaaaaaaaaaaaaaaaaa', dana())).statusCode).toBe(404)
  })
})
