import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TaxCustomer, type TaxDocument, taxDocumentRoutes } from '#contract/tax-documents/tax-documents.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { idOf, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'
import { DocumentsSection } from './documents-section.tsx'

const aDocument = (changes: Partial<TaxDocument> = {}): TaxDocument => ({
  _id: idOf(800),
  ...{ kind: '320', number: 17, issuedOn: '2026-11-01', description: 'Growth plan', furtherLines: 1 },
  ...{ periodFrom: '2026-11-01', periodTo: '2026-11-30', net: 77_400, vatRate: 1_800, vat: 13_932, total: 91_332 },
  ...{ state: 'paid', allocation: { state: 'not_needed', number: null }, about: null, language: 'he' },
  ...changes,
})
const list = (...documents: TaxDocument[]) =>
  reply(taxDocumentRoutes.list, {
    success: true,
    documents,
    pagination: { page: 1, limit: 10, total: documents.length, totalIsExact: true, pages: 1 },
  })
const customer: TaxCustomer = {
  ...{ name: '', number: '', address: '', email: null, accountantEmail: 'cpa@example.test' },
  ...{ zeroRateReason: '', businessName: 'Alon' },
}
const open = (replies: FakeReply[]) =>
  renderPage(<DocumentsSection />, {
    path: `/b/${BUSINESS_ID}/settings/billing`,
    route: '/b/$businessId/settings/billing',
    replies: [...surroundings('Owner'), ...replies],
    session: aSession({ role: 'Owner' }),
  })

let saved: string[] = []
beforeEach(() => {
  saved = []
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.getAttribute('href') ?? '')
  }
})

describe('billing documents', () => {
  it('shows amounts, allocation number and state; credits with a minus', async () => {
    await open([
      list(
        aDocument(),
        aDocument({
          ...{ _id: idOf(801), kind: '330', number: 2, net: 5_000, vat: 900, total: 5_900, state: 'closed' },
          about: { _id: idOf(800), kind: '320', number: 17 },
        }),
        aDocument({ _id: idOf(802), kind: '305', allocation: { state: 'needed', number: null }, state: 'open' }),
        aDocument({ _id: idOf(803), allocation: { state: 'given', number: '184207731' } }),
        aDocument({ _id: idOf(804), kind: '400', vatRate: null, vat: 0, net: 91_332 }),
      ),
    ])
    const [, paid, credit, waiting, given, receipt] = (await screen.findAllByRole('row')).map((row) => row.textContent)
    for (const words of ['Tax invoice and receipt 17', '1 Nov 2026', 'Growth plan', 'and one more line'])
      expect(paid).toContain(words)
    for (const words of ['774.00', '139.32', '913.32', 'Not needed', 'Paid']) expect(paid).toContain(words)
    for (const words of ['−50.00', '−9.00', '−59.00', 'Refers to Tax invoice and receipt 17'])
      expect(credit).toContain(words)
    expect(waiting).toContain('Waiting for the number')
    expect(given).toContain('184207731')
    expect(receipt).toContain('—')
    expect(screen.getAllByRole('button', { name: /^Download PDF/ })).toHaveLength(4)
  })

  it('saves the PDF and sends it again', async () => {
    const { user } = await open([
      list(aDocument()),
      reply(taxDocumentRoutes.pdf, { success: true, url: '/api/file?q=1', expiresAt: '2026-11-01T10:00:00.000Z' }),
      reply(taxDocumentRoutes.send, { success: true, recipients: ['office@example.test', 'cpa@example.test'] }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Download PDF: Tax invoice and receipt 17' }))
    await expect.poll(() => saved).toEqual(['/api/file?q=1'])
    await user.click(screen.getByRole('button', { name: 'Send again by email: Tax invoice and receipt 17' }))
    expect(await screen.findByText('Sent to office@example.test, cpa@example.test')).toBeDefined()
  })

  it('changes the details for documents, and shows what the server refuses', async () => {
    const { user, server } = await open([
      list(),
      reply(taxDocumentRoutes.customer, { success: true, customer }),
      refusal(taxDocumentRoutes.changeCustomer, 422, 'invalid_input', {
        issues: [{ path: 'number', message: 'This company number is not valid' }],
      }),
    ])
    expect(await screen.findByText('No documents yet')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Details for documents' }))
    const form = within(await screen.findByRole('dialog'))
    await user.type(await form.findByRole('textbox', { name: 'Company or dealer number' }), '123')
    await user.clear(form.getByRole('textbox', { name: 'Accountant’s email (gets a copy)' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('This company number is not valid')).toBeDefined()
    expect(server.sentTo(taxDocumentRoutes.changeCustomer)[0]?.body).toEqual({
      ...{ name: '', number: '123', address: '', email: null, accountantEmail: null },
    })
  })
})
