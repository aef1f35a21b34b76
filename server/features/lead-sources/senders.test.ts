import { expect, test } from 'vitest'
import { testLeadSources } from '../../testing/features/test-lead-sources.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'

const env = { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' }
const it = await testApp({ env })
const leads = testLeads(it)
const { make, post, postJson, postForm, settle, change, requests } = testLeadSources(it)

async function world(kind: 'web' | 'google_ads' | 'tiktok' = 'web') {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const source = await make(owner, business.campaignId, kind)
  const read = async () => {
    await settle()
    const { body } = await leads.page(owner, { limit: 100 })
    return Promise.all(body.leads.map(async ({ _id }) => (await leads.get(owner, _id)).body.lead))
  }
  return { ...business, owner, source, read }
}
const notesOf = (lead: { enquiries: { answers: { label: string; value: string }[] }[] } | undefined) =>
  Object.fromEntries((lead?.enquiries[0]?.answers ?? []).map(({ label, value }) => [label, value]))

// developers.google.com/google-ads/webhook/docs/implementation
const googleLead = (key: string | null, changes: object = {}) => `{
  "lead_id": "TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz-0123456789",
  "user_column_data": [
    {"column_name": "Full Name", "string_value": "Dana Levi", "column_id": "FULL_NAME"},
    {"column_name": "User Phone", "string_value": "${nextPhone()}", "column_id": "PHONE_NUMBER"},
    {"column_name": "User Email", "string_value": "dana@example.test", "column_id": "EMAIL"},
    {"column_name": "City", "string_value": "חיפה", "column_id": "CITY"},
    {"string_value": "ארבעה", "column_id": "כמה חדרים?"}
  ],
  "api_version": "1.0", "form_id": 40000000000, "campaign_id": 9007199254740993123, "google_key": ${JSON.stringify(key)},
  "gcl_id": "TeSter-gclid", "adgroup_id": 20000000000, "creative_id": 30000000000${Object.entries(changes)
    .map(([name, value]) => `, "${name}": ${JSON.stringify(value)}`)
    .join('')}
}`

test('a lead form of Google Ads: fields, click id, ids beyond 2^53, and questions as notes', async () => {
  const { owner, source, read } = await world('google_ads')
  expect(source.googleKey).toMatch(/^[\w-]{24}$/)
  const body = googleLead(source.googleKey)
  for (let i = 0; i < 2; i++) expect((await post(source, body, 'application/json')).statusCode).toBe(200)
  const [lead, ...others] = await read()
  expect(others).toEqual([])
  expect(lead).toMatchObject({ name: 'Dana Levi', email: 'dana@example.test', source: 'google_ads' })
  expect(lead?.enquiries).toMatchObject([{ clickIds: { gclid: 'TeSter-gclid' } }])
  expect(notesOf(lead)).toMatchObject({ City: 'חיפה', 'כמה חדרים?': 'ארבעה', campaign_id: '9007199254740993123' })
  expect(JSON.stringify(notesOf(lead))).not.toContain(source.googleKey)
  expect((await requests(owner, source._id)).map(({ state }) => state).sort()).toEqual(['lead', 'repeated'])
})

test('a test of Google makes no lead; a wrong key is refused at once, kept, and repaired by a person', async () => {
  const { owner, source, read } = await world('google_ads')
  expect((await post(source, googleLead(source.googleKey, { is_test: true }))).statusCode).toBe(200)
  expect((await post(source, googleLead('guessed'))).statusCode).toBe(403)
  expect((await post(source, googleLead(null))).statusCode).toBe(403)
  expect(await read()).toEqual([])
  const kept = await requests(owner, source._id)
  expect(kept.map(({ state, reason }) => [state, reason])).toEqual([
    ['unread', 'wrong_key'],
    ['unread', 'wrong_key'],
    ['test', null],
  ])
  const { leadSourceRoutes } = await import('#contract/lead-sources/lead-sources.ts')
  const repaired = await it.send(leadSourceRoutes.repair, owner, { body: { ids: [kept[0]?._id ?? ''] } })
  expect(repaired.body).toMatchObject({ repaired: 1, unread: 0 })
  expect(await read()).toHaveLength(1)
})

test('an instant form of TikTok: each entry is a lead, once, with its campaign and ad', async () => {
  const { source, read } = await world('tiktok')
  const entry = (id: string, name: string) => ({
    ...{ id, create_time: 1_764_400_000, page_id: '7000000000000000001', lead_source: 'INSTANT_FORM' },
    ...{ campaign_id: '1700000000000000001', adgroup_id: '1700000000000000002', ad_id: '1700000000000000003' },
    changes: [
      { field: 'name', value: name },
      { field: 'phone_number', value: nextPhone() },
      { field: 'email', value: `${id}@example.test` },
      { field: 'מתי נוח לחזור אליך?', value: 'בערב' },
    ],
  })
  const body = {
    request_id: 'r1',
    object: 1,
    time: 1_764_400_001,
    entry: [entry('7111', 'נועה'), entry('7222', 'Dan')],
  }
  await postJson(source, body)
  await postJson(source, { ...body, request_id: 'r2', entry: body.entry.slice(0, 1) })
  const found = await read()
  expect(found.map(({ name }) => name).sort()).toEqual(['Dan', 'נועה'])
  const noa = found.find(({ name }) => name === 'נועה')
  expect(noa).toMatchObject({ email: '7111@example.test', source: 'TikTok', enquiries: [{}] })
  expect(notesOf(noa)).toMatchObject({ 'מתי נוח לחזור אליך?': 'בערב', ad_id: '1700000000000000003' })
})

test('Contact Form 7 as the browser sends it: multipart, with its hidden fields and a file', async () => {
  const { source, read } = await world()
  const phone = nextPhone()
  const fields = {
    ...{ _wpcf7: '123', _wpcf7_version: '6.1.4', _wpcf7_locale: 'he_IL', _wpcf7_unit_tag: 'wpcf7-f123-p8-o1' },
    ...{ _wpcf7_container_post: '8', _wpcf7_posted_data_hash: '', 'your-name': 'דנה לוי', 'tel-318': phone },
    ...{ 'your-email': 'dana@example.test', 'your-message': 'שורה אחת\r\nשורה שתיים', 'menu-7[]': 'מטבח' },
  }
  const boundary = '----WebKitFormBoundaryePkpFF7tjBAqx29L'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file-2"; filename="plan.png"\r\nContent-Type: image/png\r\n\r\n\x89PNG\x00\r\n`
  const body = Buffer.concat([
    Buffer.from(parts.join('')),
    Buffer.from(file, 'latin1'),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  expect((await post(source, body, `multipart/form-data; boundary=${boundary}`)).statusCode).toBe(200)
  const [lead] = await read()
  expect(lead).toMatchObject({ name: 'דנה לוי', phone, email: 'dana@example.test' })
  expect(lead?.enquiries[0]?.message?.split(/\r?\n/)).toEqual(['שורה אחת', 'שורה שתיים'])
  expect(notesOf(lead)).toEqual({ 'menu-7': 'מטבח' })
})

test('Elementor with advanced data: the title is the field’s name, the form’s own name is no lead’s name', async () => {
  const { source, read } = await world()
  const phone = nextPhone()
  const field = (id: string, title: string, value: string) => ({
    [`fields[${id}][id]`]: id,
    [`fields[${id}][type]`]: 'text',
    [`fields[${id}][title]`]: title,
    [`fields[${id}][value]`]: value,
    [`fields[${id}][raw_value]`]: value,
    [`fields[${id}][required]`]: '1',
  })
  const meta = (name: string, title: string, value: string) => ({
    [`meta[${name}][title]`]: title,
    [`meta[${name}][value]`]: value,
  })
  await postForm(source, {
    ...{ 'form[id]': 'b1c2d3', 'form[name]': 'טופס ראשי' },
    ...field('name', 'שם מלא', 'יואב כהן'),
    ...field('field_9a1b2c3', 'טלפון', phone),
    ...field('field_7d8e9f0', 'איזה שירות מעניין אותך?', 'שיפוץ'),
    ...meta('date', 'תאריך', '29 בנובמבר 2026'),
    ...meta('page_url', 'כתובת הדף', 'https://alon.example/'),
    ...meta('user_agent', 'סוכן משתמש', 'Mozilla/5.0'),
    ...meta('remote_ip', 'IP', '192.0.2.7'),
    ...meta('credit', 'מופעל על ידי', 'Elementor'),
  })
  const [lead] = await read()
  expect(lead).toMatchObject({ name: 'יואב כהן', phone, enquiries: [{ landingPage: 'https://alon.example/' }] })
  expect(notesOf(lead)).toMatchObject({ 'איזה שירות מעניין אותך?': 'שיפוץ', 'form.name': 'טופס ראשי' })
  expect(JSON.stringify(notesOf(lead))).not.toContain('192.0.2.7')
})

test('Elementor without advanced data, and PHP that writes JSON with escapes and no type', async () => {
  const { source, read } = await world()
  const phones = [nextPhone(), nextPhone(), nextPhone()]
  await postForm(source, { שם: 'Rina', טלפון: phones[0] ?? '', form_id: 'b1c2', form_name: 'New Form' })
  await post(source, `{"first_name":"\\u05d3\\u05e0\\u05d4","last_name":"\\u05dc\\u05d5\\u05d9","tel":"${phones[1]}"}`)
  // A form posted in the old Hebrew charset: "שם=גיל".
  await post(source, `name=%E2%E9%EC&phone=${encodeURIComponent(phones[2] ?? '')}`, 'application/x-www-form-urlencoded')
  expect((await read()).map(({ name, phone }) => [name, phone]).sort()).toEqual(
    [
      ['Rina', phones[0]],
      ['דנה לוי', phones[1]],
      ['גיל', phones[2]],
    ].sort(),
  )
})

test('a type that does not exist, or none, costs no lead; text with labels is read as well', async () => {
  const { source, read } = await world()
  const phones = [nextPhone(), nextPhone(), nextPhone()]
  const json = (i: number) => JSON.stringify({ name: `Lead ${i}`, phone: phones[i] })
  await post(source, json(0), 'nonsense')
  await post(source, Buffer.from(json(1)))
  await post(source, `שם: Lead 2\nטלפון:\n${phones[2]}\n`, 'text/plain')
  expect((await read()).map(({ name, phone }) => [name, phone]).sort()).toEqual(
    phones.map((phone, i) => [`Lead ${i}`, phone]),
  )
})

test('without names of fields, a value that looks like a phone or an address is taken', async () => {
  const { source, owner, read } = await world()
  const phone = nextPhone()
  await postJson(source, { q1: 'Dana', q2: phone.replace('+972', '0'), q3: 'dana@example.test', id: '123456789012' })
  const [lead] = await read()
  expect(lead).toMatchObject({ name: '', phone, email: 'dana@example.test' })
  await change(owner, source, { mapping: { columns: { q1: 'name', q2: 'note', q3: 'note' } } })
  await postJson(source, { q1: 'Noa', q2: nextPhone(), q3: 'noa@example.test' })
  await settle()
  expect(await requests(owner, source._id, 'unread')).toMatchObject([{ reason: 'no_contact' }])
})

test('signs that no database stores, in the id, in names of fields and in values, cost no lead', async () => {
  const { source, owner, read } = await world()
  const [nul, half] = ['\\u0000', '\\ud800']
  const phone = nextPhone()
  await post(
    source,
    `{"lead_id": "7${nul}1", "name": "Dana${nul} ${half}", "a${nul}b${half}": "x${nul}", "phone": "${phone}"}`,
  )
  expect(await read()).toMatchObject([{ phone }])
  expect(await requests(owner, source._id)).toMatchObject([{ state: 'lead' }])
})
