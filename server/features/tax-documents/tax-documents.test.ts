import { createHash, createVerify } from 'node:crypto'
import { sql } from 'kysely'
import forge from 'node-forge'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import type { DocumentFilters } from '#contract/tax-documents/tax-documents.ts'
import { taxDocumentRoutes as routes } from '#contract/tax-documents/tax-documents.ts'
import { aCard, aCustomer, DEALER_NUMBER, issue, testEntity } from '../../testing/features/test-tax-documents.ts'
import { pdfLines } from '../../testing/files/pdf-text.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { deliverDueMessages } from '../messages/delivery.ts'
import { allocate, booksOf, markForeign } from './operator.ts'
import { mailDocument } from './tax-documents.jobs.ts'

let now = new Date('2026-11-01T08:00:00Z')
// No worker runs here; each test runs the job.
const env = { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline', SMTP_URL: 'smtp://localhost:1' }
const it = await testApp({ now: () => now, env })
const { deps } = it
await testEntity(deps)
beforeEach(() => {
  now = new Date('2026-11-01T08:00:00Z')
})

async function world() {
  const business = await it.newBusiness()
  return { ...business, owner: await business.member('Owner') }
}
const list = async (as: Credentials, query: DocumentFilters & { page?: number; limit?: number } = {}) =>
  (await it.send(routes.list, as, { query })).body
const link = async (as: Credentials, id: string, language?: 'he' | 'en') => {
  const { status, body } = await it.send(routes.pdf, as, { params: { id }, query: language ? { language } : {} })
  expect(status).toBe(200)
  return body.url
}
const read = async (url: string, from = it) => from.app.inject({ url })
const pdfOf = async (as: Credentials, id: string, language?: 'he' | 'en') => {
  const { statusCode, rawPayload } = await read(await link(as, id, language))
  expect(statusCode).toBe(200)
  return rawPayload
}

const largeInvoice = {
  customer: { ...aCustomer, number: DEALER_NUMBER },
  lines: [{ description: 'חבילת 50,000 הודעות לשנה', quantity: 1, unitPriceAgorot: 650_000 }],
}

describe('the list', () => {
  test('shows the documents of the business, newest first, with state and allocation number', async () => {
    const { businessId, owner } = await world()
    const { businessId: other } = await world()
    await issue(deps, { businessId: other })
    const proForma = await issue(deps, { businessId, kind: '300' })
    const invoice = await issue(deps, {
      businessId,
      follows: proForma.id,
      period: { from: '2026-11-01', to: '2026-11-30' },
    })
    await issue(deps, {
      ...{ businessId, kind: '400', follows: invoice.id, payment: aCard(11_800) },
      lines: [{ description: 'תשלום', quantity: 1, unitPriceAgorot: 11_800 }],
    })
    const large = await issue(deps, { businessId, ...largeInvoice })
    const { documents, pagination } = await list(owner)
    expect(pagination.total).toBe(4)
    expect(documents.map(({ kind, state, allocation }) => [kind, state, allocation.state])).toEqual([
      ['305', 'open', 'needed'],
      ['400', 'paid', 'not_needed'],
      ['305', 'paid', 'not_needed'],
      ['300', 'closed', 'not_needed'],
    ])
    expect(documents[2]).toEqual({
      _id: invoice.id,
      ...{ kind: '305', number: invoice.number, issuedOn: '2026-11-01', language: 'he' },
      ...{ description: 'תוכנית צמיחה', furtherLines: 0, periodFrom: '2026-11-01', periodTo: '2026-11-30' },
      ...{ net: 10_000, vatRate: 1_800, vat: 1_800, total: 11_800, state: 'paid' },
      allocation: { state: 'not_needed', number: null },
      about: { _id: proForma.id, kind: '300', number: proForma.number },
    })
    await issue(deps, { businessId, kind: '330', creditOf: large.id, lines: largeInvoice.lines })
    expect((await list(owner, { state: 'credited' })).documents.map(({ _id }) => _id)).toEqual([large.id])
  })

  test('is filtered by kind, state and days, and has pages', async () => {
    const { businessId, owner } = await world()
    // Its own series: later documents of a series are not dated before these.
    await testEntity(deps, 'company', '513000000')
    for (const day of [1, 2, 3, 4, 5]) await issue(deps, { businessId }, new Date(`2026-11-0${day}T10:00:00Z`))
    await issue(deps, { businessId, kind: '300' }, new Date('2026-11-05T10:00:00Z'))
    await testEntity(deps)
    const days = async (query: DocumentFilters & { page?: number; limit?: number }) =>
      (await list(owner, query)).documents.map(({ kind, issuedOn }) => `${kind} ${issuedOn.slice(8)}`)
    expect(await days({ from: '2026-11-02', to: '2026-11-03' })).toEqual(['305 03', '305 02'])
    expect(await days({ kind: '300' })).toEqual(['300 05'])
    expect(await days({ kind: '300', state: 'paid' })).toEqual([])
    expect(await days({ kind: '305', page: 2, limit: 2 })).toEqual(['305 03', '305 02'])
    expect((await it.send(routes.list, owner, { query: { from: '2026-13-01' } })).status).toBe(422)
  })

  test('without BILLING there are no routes', async () => {
    const off = await testApp({ env: { ...env, BILLING: 'off' }, urls: it.urls })
    const { owner, businessId } = await world()
    const { id } = await issue(deps, { businessId })
    const replies = await Promise.all([
      off.send(routes.list, owner, { query: {} }),
      off.send(routes.pdf, owner, { params: { id }, query: {} }),
      off.send(routes.customer, owner, {}),
    ])
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe('the PDF', () => {
  const invoice = {
    kind: '320' as const,
    customer: { ...aCustomer, number: DEALER_NUMBER },
    payment: aCard(131_660),
    lines: [
      { description: 'חבילת צמיחה, נובמבר 2026', quantity: 1, unitPriceAgorot: 125_000 },
      { description: 'דקות שיחה יוצאות', quantity: 1_482, unitPriceAgorot: 8 },
      { description: 'מספר וירטואלי 077-9999999', quantity: 3, unitPriceAgorot: 1_990 },
      { description: 'הנחה', quantity: 1, unitPriceAgorot: -31_250 },
    ],
    period: { from: '2026-11-01', to: '2026-11-30' },
  }

  test('is read in the right order in Hebrew, with the totals of the document', async () => {
    const { businessId, owner } = await world()
    const { id, number } = await issue(deps, { businessId, ...invoice })
    expect(await pdfLines(await pdfOf(owner, id))).toEqual([
      'לידליין בע״מ',
      'ח״פ 514599141',
      // PDFium puts the comma of a number before it.
      'הרצל ,12 תל אביב',
      // Beside Hebrew, PDFium turns the parts of an address around.
      '03-1234567 · example.leadline@billing',
      `חשבונית מס / קבלה מס׳ ${number} מקור`,
      'לכבוד',
      'אלון שיפוצים בע״מ',
      'ח״פ / עוסק: 520000472',
      'ביאליק ,41 רמת גן',
      'תאריך: 1.11.2026',
      'עבור התקופה: 1.11.2026 עד 30.11.2026',
      'תיאור כמות מחיר ליחידה סכום',
      'חבילת צמיחה, נובמבר 2026 1 ₪1,250.00 ₪1,250.00',
      'דקות שיחה יוצאות 1,482 ₪0.08 ₪118.56',
      'מספר וירטואלי 077-9999999 3 ₪19.90 ₪59.70',
      'הנחה 1 −₪312.50 −₪312.50',
      'סה״כ לפני מע״מ ₪1,115.76',
      'מע״מ 18% ₪200.84',
      'סה״כ לתשלום ₪1,316.60',
      'פרטי התשלום',
      'אמצעי תשלום: כרטיס אשראי',
      'אסמכתה: 4821',
      'תאריך התשלום: 1.11.2026',
      'סכום: ₪1,316.60',
      'מסמך ממוחשב, חתום בחתימה אלקטרונית.',
      'הופק על ידי לידליין בע״מ דף 1 מתוך 1',
    ])
  })

  test('is there in English, as a translation', async () => {
    const { businessId, owner } = await world()
    const customer = { name: 'Acme (Ltd.)', number: DEALER_NUMBER, address: '1 Main St.', language: 'he' as const }
    const lines = [{ description: 'Growth plan', quantity: 2, unitPriceAgorot: 1_995 }]
    const { id, number } = await issue(deps, { businessId, customer, lines })
    const text = await pdfLines(await pdfOf(owner, id, 'en'))
    expect(text.slice(4, 8)).toEqual([
      `Tax invoice no. ${number} Translation`,
      'Bill to',
      'Acme (Ltd.)',
      'Company / dealer no. 520000472',
    ])
    expect(text).toContain('Growth plan 2 ₪19.95 ₪39.90')
    expect(text).toContain('VAT 18% ₪7.18')
    expect(text).toContain('Total to pay ₪47.08')
  })

  test('has the same bytes at each download, after a restart, and after the entity changed', async () => {
    const { businessId, owner } = await world()
    const { id } = await issue(deps, { businessId, ...invoice })
    const [first, second] = await Promise.all([pdfOf(owner, id), pdfOf(owner, id)])
    expect(first.equals(second), 'made by two requests at once').toBe(true)
    now = new Date(now.getTime() + 60_000)
    await testEntity(deps, 'licensed')
    const restarted = await testApp({ now: () => now, env, urls: it.urls })
    const again = await restarted.send(
      routes.pdf,
      { ...owner, ...(await restarted.signIn(owner.userId)) },
      { params: { id }, query: {} },
    )
    expect((await read(again.body.url, restarted)).rawPayload.equals(first)).toBe(true)
    expect(await pdfOf(owner, id, 'en')).not.toEqual(first)
  })

  test('is signed with the certificate of the entity, and tagged', async () => {
    const { businessId, owner } = await world()
    const pdf = await pdfOf(owner, (await issue(deps, { businessId })).id)
    expect(pdf.includes('/MarkInfo') && pdf.includes('/StructTreeRoot') && pdf.includes('pdfaid:part>3')).toBe(true)
    expect(isSigned(pdf)).toBe(true)
    const changed = Buffer.from(pdf)
    changed[1_000] = (changed[1_000] ?? 0) ^ 1
    expect(isSigned(changed)).toBe(false)
  })

  test('texts of a customer stay texts', async () => {
    const { businessId, owner } = await world()
    const hostile = '#set text(red) /ByteRange [0 /********** /********** /**********] "\\) endobj'
    const lines = [{ description: hostile, quantity: 1, unitPriceAgorot: 100 }]
    const { id } = await issue(deps, { businessId, lines, customer: { ...aCustomer, name: hostile, language: 'en' } })
    const pdf = await pdfOf(owner, id)
    expect(isSigned(pdf)).toBe(true)
    expect((await pdfLines(pdf)).join(' ')).toContain('#set text(red) /ByteRange [0')
  })

  test('five hundred lines go over several pages', async () => {
    const { businessId, owner } = await world()
    const lines = Array.from({ length: 500 }, (_, i) => ({
      description: `Line ${i + 1}`,
      quantity: 1,
      unitPriceAgorot: 100,
    }))
    const text = await pdfLines(await pdfOf(owner, (await issue(deps, { businessId, lines })).id))
    expect(text.filter((line) => /^\d+ Line 1 ₪1\.00 ₪1\.00$/.test(line))).toHaveLength(500)
    expect(text.filter((line) => line.startsWith('תיאור')).length, 'the head on each page').toBeGreaterThan(5)
  })

  test('that the storage lost or changed is an error, and is not made a second time', async () => {
    const { businessId, owner } = await world()
    const { id } = await issue(deps, { businessId })
    const url = await link(owner, id)
    const { rows } = await sql<{ file: string }>`select file from tax_document_files where document_id = ${id}`.execute(
      deps.workerDb,
    )
    await deps.files.put(String(rows[0]?.file), Buffer.from('%PDF-1.7 something else'))
    expect((await read(url)).statusCode).toBe(500)
    await deps.files.remove(String(rows[0]?.file))
    expect((await read(url)).statusCode).toBe(500)
    it.errors.length = 0
  })

  test('its address ends, and belongs to its session', async () => {
    const { businessId, owner, db } = await world()
    const { id } = await issue(deps, { businessId })
    const url = await link(owner, id)
    expect((await read(url.replace(/q=./, 'q=x'))).statusCode).toBe(404)
    await db.updateTable('memberships').set({ role: 'Reader' }).where('user_id', '=', owner.userId).execute()
    deps.caches.endAll()
    expect((await read(url)).statusCode).toBe(404)
    now = new Date(now.getTime() + 301_000)
    expect((await read(url)).json()).toMatchObject({ code: 'link_expired' })
  })
})

describe('an allocation number', () => {
  test('is waited for: the PDF is made with it, and mailed then', async () => {
    const { businessId, owner } = await world()
    const { id, number } = await issue(deps, { businessId, ...largeInvoice })
    await mailDocument.run(deps, { businessId, documentId: id })
    const asked = await it.send(routes.pdf, owner, { params: { id }, query: {} })
    expect([asked.status, asked.body]).toMatchObject([409, { code: 'tax_allocation_awaited' }])
    await allocate(deps, { document: `305/${number}`, number: '184207731' })
    expect((await list(owner)).documents[0]?.allocation).toEqual({ state: 'given', number: '184207731' })
    expect(await pdfLines(await pdfOf(owner, id))).toContain('מספר הקצאה: 184207731')
    await expect(allocate(deps, { document: `305/${number}`, number: '184207732' })).rejects.toMatchObject({
      details: { issues: [{ message: 'tax_allocation_not_needed' }] },
    })
  })

  test('may be left out by the operator, and is refused where none is needed', async () => {
    const { businessId, owner } = await world()
    const { number } = await issue(deps, { businessId, ...largeInvoice })
    await allocate(deps, { document: `305/${number}` })
    expect((await list(owner)).documents[0]?.allocation).toEqual({ state: 'without', number: null })
    const small = await issue(deps, { businessId })
    for (const [wanted, code] of [
      [{ document: `305/${small.number}`, number: '184207731' }, 'invalid_input'],
      [{ document: '305/999999' }, 'tax_document_not_found'],
      [{ document: '999/1' }, 'invalid_input'],
      [{ document: `305/${small.number}`, number: '12' }, 'invalid_input'],
    ] as const)
      await expect(allocate(deps, wanted)).rejects.toMatchObject({ code })
  })
})

describe('the mail', () => {
  const mailsOf = (businessId: string) =>
    deps.workerDb
      .selectFrom('messages')
      .select(['recipient', 'subject', 'attachment'])
      .where('business_id', '=', businessId)
      .orderBy('recipient')
      .execute()

  test('brings the PDF to the address for documents and to the accountant, once, and again when asked', async () => {
    const { businessId, owner } = await world()
    const body = {
      name: 'אלון בע״מ',
      number: DEALER_NUMBER,
      email: 'office@alon.test',
      accountantEmail: 'cpa@alon.test',
    }
    expect((await it.send(routes.changeCustomer, owner, { body })).status).toBe(200)
    const { id, number } = await issue(deps, { businessId })
    for (const _ of [1, 2]) await mailDocument.run(deps, { businessId, documentId: id })
    const mails = await mailsOf(businessId)
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['cpa@alon.test', `חשבונית מס מס׳ ${number} מאת לידליין בע״מ`],
      ['office@alon.test', `חשבונית מס מס׳ ${number} מאת לידליין בע״מ`],
    ])
    const sent: { to: string; name: string | undefined; bytes: Buffer | undefined }[] = []
    await deliverDueMessages({
      ...deps,
      now: () => new Date(),
      mail: {
        isAvailable: true,
        close: () => undefined,
        send: async ({ to, attachment }) => {
          sent.push({ to, name: attachment?.name, bytes: attachment?.bytes })
          return 'sent'
        },
      },
    })
    const ours = sent.filter(({ to }) => to.endsWith('@alon.test'))
    expect(ours.map(({ name }) => name)).toEqual([`tax-invoice-305-${number}.pdf`, `tax-invoice-305-${number}.pdf`])
    expect(ours[0]?.bytes?.equals(await pdfOf(owner, id))).toBe(true)
    const again = await it.send(routes.send, owner, { params: { id } })
    expect(again.body.recipients).toEqual(['office@alon.test', 'cpa@alon.test'])
    expect(await mailsOf(businessId)).toHaveLength(4)
  })

  test('is refused where there is no address', async () => {
    const { businessId, owner } = await world()
    await deps.tenants.scope({ businessId }).updateTable('businesses').set({ email: null }).execute()
    const { id } = await issue(deps, { businessId })
    expect((await it.send(routes.send, owner, { params: { id } })).body).toMatchObject({ code: 'tax_no_recipient' })
  })
})

test('details for documents: defaults, a wrong number, and a foreign business', async () => {
  const { businessId, owner } = await world()
  const { body } = await it.send(routes.customer, owner, {})
  expect(body.customer).toMatchObject({ name: '', number: '', accountantEmail: null, zeroRateReason: '' })
  const wrong = await it.send(routes.changeCustomer, owner, { body: { number: '520000471' } })
  expect(wrong.body).toMatchObject({ code: 'invalid_input', issues: [{ path: 'number' }] })
  await markForeign(deps, businessId, { reason: 'תושב חוץ' })
  const saved = await it.send(routes.changeCustomer, owner, { body: { number: 'DE 811' } })
  expect(saved.body.customer).toMatchObject({ number: 'DE 811', zeroRateReason: 'תושב חוץ' })
  const invoice = await issue(deps, { businessId, customer: { ...aCustomer, number: 'DE 811' } })
  expect([invoice.vatRate, invoice.vat, invoice.zeroRateReason]).toEqual([0, 0, 'תושב חוץ'])
  expect(await pdfLines(await pdfOf(owner, invoice.id))).toContain('מע״מ בשיעור אפס: תושב חוץ')
})

test('the accountant gets CSV: credits count against, names are no formulas', async () => {
  const { businessId, owner } = await world()
  const customer = { ...aCustomer, name: '=HYPERLINK("x")' }
  const invoice = await issue(deps, { businessId, customer })
  await issue(deps, { businessId, kind: '330', creditOf: invoice.id })
  const { body } = await it.send(routes.export, owner, { query: { from: '2026-11-01' } })
  const lines = (await read(body.url)).payload.split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toBe(
    `305,Tax invoice,${invoice.number},2026-11-01,"'=HYPERLINK(""x"")",,,,100.00,18%,18.00,118.00,,,,,Credited`,
  )
  expect(lines[1]).toMatch(/^330,Credit note,\d+,2026-11-01,.*,-100\.00,18%,-18\.00,-118\.00,,305\/\d+,,,Closed$/)
  let books = ''
  for await (const part of booksOf(deps, { from: '2026-11-01', to: '2026-11-01' })) books += part
  expect(books).toContain(`305,חשבונית מס,${invoice.number},2026-11-01`)
})

test('another business’s document is not found, and each act is in the audit log', async () => {
  const [ours, theirs] = [await world(), await world()]
  const { id } = await issue(deps, { businessId: theirs.businessId })
  for (const route of [routes.pdf, routes.send] as const)
    expect((await it.send(route as typeof routes.pdf, ours.owner, { params: { id }, query: {} })).body).toMatchObject({
      code: 'tax_document_not_found',
    })
  await pdfOf(theirs.owner, id)
  const { body } = await it.send(auditRoutes.list, theirs.owner, { query: {} })
  expect(body.rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['Tax document downloaded', 'Tax document issued']),
  )
})

/** Whether the PKCS #7 signature of a PDF is right for all its other bytes. */
function isSigned(pdf: Buffer): boolean {
  const ranges = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(
    pdf.subarray(pdf.lastIndexOf('/ByteRange')).toString('latin1'),
  )
  const [first, firstLength, second, secondLength] = (ranges ?? []).slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  if (first !== 0 || second + secondLength !== pdf.length) return false
  const covered = Buffer.concat([pdf.subarray(0, firstLength), pdf.subarray(second)])
  const der = Buffer.from(pdf.subarray(firstLength + 1, second - 1).toString('latin1'), 'hex').toString('binary')
  const asn1 = forge.asn1.fromDer(forge.util.createBuffer(der), { parseAllBytes: false } as never)
  const message = forge.pkcs7.messageFromAsn1(asn1) as forge.pkcs7.PkcsSignedData & {
    rawCapture: { authenticatedAttributes: forge.asn1.Asn1[]; signature: string }
  }
  const { authenticatedAttributes: attributes, signature } = message.rawCapture
  const digest = attributes
    .map(({ value }) => value as forge.asn1.Asn1[])
    .find(([name]) => forge.asn1.derToOid(name?.value as string) === forge.pki.oids.messageDigest)
  const [stated] = (digest?.[1]?.value ?? []) as forge.asn1.Asn1[]
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, attributes)
  const verify = createVerify('sha256').update(Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary'))
  const [certificate] = message.certificates as forge.pki.Certificate[]
  return (
    createHash('sha256')
      .update(covered)
      .digest('binary' as never) === stated?.value &&
    verify.verify(
      forge.pki.publicKeyToPem((certificate as forge.pki.Certificate).publicKey),
      Buffer.from(signature, 'binary'),
    )
  )
}
