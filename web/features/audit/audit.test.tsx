import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type AuditRow, auditRoutes } from '#contract/audit.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { aLead, idOf, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'
import { AuditPage } from './audit-page.tsx'

const said = (text: string, name: string | null = null) => ({ name, text })
const aRow = (changes: Partial<AuditRow> = {}): AuditRow => ({
  _id: idOf(900),
  position: `900-${idOf(900)}`,
  at: '2026-07-01T10:05:00.000Z',
  event: 'member.changed',
  kind: 'team',
  by: { kind: 'person', _id: idOf(701), name: 'Ruth Bar', image: null },
  action: 'Permissions changed',
  subject: { kind: 'person', _id: idOf(702), campaignId: null, name: 'Dana Levi', isThere: true },
  details: [{ name: 'role', label: 'Role', before: [said('Reader')], after: [said('Writer')] }],
  from: { ip: '198.51.100.7', device: 'Firefox, Linux' },
  ...changes,
})
const KEY = aRow({
  _id: idOf(901),
  position: `901-${idOf(901)}`,
  event: 'lead.created',
  kind: 'leads',
  by: { kind: 'key', _id: idOf(703), name: null, image: null },
  action: 'New lead',
  subject: { kind: 'lead', _id: idOf(704), campaignId: CAMPAIGN_ID, name: null, isThere: false },
  details: [],
  from: null,
})
const log = (rows: AuditRow[], { hasNewer = false, hasOlder = false } = {}) =>
  reply(auditRoutes.list, { success: true, rows, hasNewer, hasOlder })
const offered = {
  success: true as const,
  people: [
    { _id: idOf(701), name: 'Ruth Bar', email: 'ruth@example.com', phone: '+972541234567' },
    { _id: idOf(702), name: 'דנה לוי', email: null, phone: null },
  ],
  keys: [{ _id: idOf(703), name: 'Website' }],
  campaigns: [{ _id: CAMPAIGN_ID, name: 'Kitchens' }],
  about: null,
  actions: [
    { event: 'member.changed', kind: 'team' as const, label: 'Permissions changed' },
    { event: 'lead.created', kind: 'leads' as const, label: 'New lead' },
  ],
}
const choices = reply(auditRoutes.choices, offered)
const open = (replies: FakeReply[], search = '') =>
  renderPage(<AuditPage />, {
    path: `/b/${BUSINESS_ID}/settings/audit${search}`,
    route: '/b/$businessId/settings/audit',
    replies: [...surroundings('Owner'), choices, ...replies],
  })
const rowsShown = async () => within(await screen.findByRole('list', { name: 'Events' })).findAllByRole('listitem')

describe('the audit log', () => {
  it('shows author, action, subject, values before and after, time and origin', async () => {
    await open([log([aRow(), KEY])])
    const [changed, made] = await rowsShown()
    for (const words of [
      'Ruth Bar',
      'Permissions changed',
      'Role',
      '1 Jul 2026',
      '13:05',
      '198.51.100.7',
      'Firefox, Linux',
    ])
      expect(changed?.textContent).toContain(words)
    expect(changed?.textContent).toMatch(/Reader.*Writer/)
    expect(
      within(changed as HTMLElement)
        .getByRole('link', { name: 'Dana Levi' })
        .getAttribute('href'),
    ).toBe(`/b/${BUSINESS_ID}/users`)
    for (const words of ['Deleted API key', 'New lead']) expect(made?.textContent).toContain(words)
    expect(within(made as HTMLElement).queryByRole('link')).toBeNull()
  })

  it('shows phones in national format, and each name and role in its own direction', async () => {
    const left = aRow({
      details: [
        { name: 'campaigns', label: 'Campaigns', before: null, after: [said('Reader', 'מטבחים – Google')] },
        { name: 'phone', label: 'Phone', before: [], after: [said('+972547654321')] },
      ],
      subject: { kind: 'blacklist', _id: idOf(705), campaignId: null, name: '+972547654322', isThere: true },
    })
    await open([log([left])])
    const [row] = await rowsShown()
    expect(row?.textContent).toContain('מטבחים – Google: Reader')
    for (const words of ['מטבחים – Google', 'Reader']) expect(screen.getByText(words).tagName).toBe('BDI')
    for (const phone of ['054-765-4321', '054-765-4322'])
      expect(screen.getByText(phone).getAttribute('dir')).toBe('ltr')
    expect(row?.textContent).toContain('—')
  })

  it('goes to older rows and back', async () => {
    const { user, server } = await open([log([aRow(), KEY], { hasOlder: true })])
    await rowsShown()
    expect(screen.queryByRole('button', { name: 'Newer' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Older' }))
    expect(server.sentTo(auditRoutes.list).at(-1)?.query).toMatchObject({ before: KEY.position })
  })

  it('leaves out leads until they are asked for, in the list and in the file', async () => {
    const { user, server, router } = await open([
      log([aRow()]),
      reply(auditRoutes.exportLink, { success: true, url: '/api/x', expiresAt: '2030-01-01T00:00:00Z' }),
    ])
    await rowsShown()
    expect(server.sentTo(auditRoutes.list)[0]?.query).toMatchObject({ without: 'leads' })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(server.sentTo(auditRoutes.exportLink)[0]?.body).toEqual({ without: 'leads' }))
    await user.click(screen.getByRole('checkbox', { name: 'Leads' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe('?leads=true'))
    await waitFor(() => expect(server.sentTo(auditRoutes.list).at(-1)?.query).not.toHaveProperty('without'))
  })

  it('filters by person, kind and lead, and exports the same rows', async () => {
    const { user, server } = await open([
      log([aRow()]),
      reply(leadRoutes.list, {
        success: true,
        leads: [aLead(1, { _id: idOf(704), name: 'Gal Peretz' })],
        pagination: { page: 1, limit: 8, total: 1, totalIsExact: true, pages: 1 },
      }),
      reply(auditRoutes.exportLink, { success: true, url: '/api/x', expiresAt: '2030-01-01T00:00:00Z' }),
    ])
    await rowsShown()
    await user.click(screen.getByRole('combobox', { name: 'Who' }))
    await user.click(await screen.findByRole('option', { name: 'Website' }))
    await user.click(screen.getByRole('combobox', { name: 'Type' }))
    await user.click(await screen.findByRole('option', { name: 'Leads' }))
    await user.type(screen.getByRole('combobox', { name: 'Lead, person or campaign' }), 'gal')
    await user.click(await screen.findByRole('option', { name: /Gal Peretz/ }))
    expect(server.sentTo(leadRoutes.list).at(-1)?.query).toMatchObject({ search: 'gal' })
    await rowsShown()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    expect(await screen.findByText('Your export is on its way')).toBeDefined()
    expect(server.sentTo(auditRoutes.exportLink)[0]?.body).toEqual({ by: idOf(703), kind: 'leads', about: idOf(704) })
    expect(server.sentTo(auditRoutes.list).at(-1)?.query).toMatchObject({
      by: idOf(703),
      kind: 'leads',
      about: idOf(704),
    })
  })

  it('finds people by phone or e-mail, and former members by name', async () => {
    const { user, server } = await open([log([aRow()])])
    await rowsShown()
    const about = screen.getByRole('combobox', { name: 'Lead, person or campaign' })
    for (const [words, id] of [
      ['054-123', idOf(701)],
      ['ruth@', idOf(701)],
      ['לוי', idOf(702)],
      ['kitch', CAMPAIGN_ID],
    ] as const) {
      await user.clear(about)
      await user.type(about, words)
      await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
      await user.click(screen.getByRole('option'))
      await waitFor(() => expect(server.sentTo(auditRoutes.list).at(-1)?.query).toMatchObject({ about: id }))
    }
  })

  it('shows the name of a subject that the URL gives by id', async () => {
    const named = reply(auditRoutes.choices, { ...offered, about: { _id: idOf(704), name: 'Gal Peretz' } })
    await open([log([aRow()]), named], `?about=${idOf(704)}`)
    expect(await screen.findByDisplayValue('Gal Peretz')).toBeDefined()
  })

  it('says that nothing matches, and clears the filters', async () => {
    const { user, server } = await open([log([])], '?kind=keys')
    expect(await screen.findByText('No matching results')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No events yet')).toBeDefined()
    expect(server.sentTo(auditRoutes.list).at(-1)?.query).not.toHaveProperty('kind')
  })

  it('shows an error when loading fails, and retries', async () => {
    await open([refusal(auditRoutes.list, 500, 'internal')])
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  })
})
