import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { type MessageTemplate, messageTemplateRoutes as routes } from '#contract/leads/messages/message-templates.ts'
import { TemplatePicker } from '../../shared/message-templates/template-picker.tsx'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { aLead, idOf, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, reply } from '../../testing/replies.ts'
import { TemplatesPage } from './templates-page.tsx'

const aTemplate = (changes: Partial<MessageTemplate> = {}): MessageTemplate => ({
  _id: idOf(800),
  nameHe: 'ברוכים הבאים',
  nameEn: 'Welcome',
  channel: 'sms',
  purpose: 'service',
  contents: { he: { subject: null, text: '{{m:ברוך הבא|f:ברוכה הבאה|n:ברוכים הבאים}} {{lead.name}}' }, en: null },
  account: null,
  revision: 3,
  updatedAt: '2026-01-05T10:00:00.000Z',
  ...changes,
})
const list = (...templates: MessageTemplate[]) => reply(routes.list, { success: true, templates })
const dana = aLead(1, { name: 'Dana Levi' })
const leads = reply(leadRoutes.list, {
  success: true,
  leads: [dana],
  pagination: { page: 1, limit: 10, total: 1, totalIsExact: true, pages: 1 },
})
const values = reply(routes.values, { success: true, gender: 'female', values: { 'lead.name': 'Dana Levi' } })
const open = (replies: FakeReply[]) =>
  renderPage(<TemplatesPage />, {
    path: `/b/${BUSINESS_ID}/settings/templates`,
    route: '/b/$businessId/settings/templates',
    replies: [...surroundings('Owner'), leads, values, ...replies],
    session: aSession({ role: 'Owner' }),
  })

describe('the page of templates', () => {
  it('makes one, shows it with the forms for a lead, and names what cannot be read', async () => {
    const { user, server } = await open([list(), reply(routes.create, { success: true, template: aTemplate() })])
    await user.click(await screen.findByRole('button', { name: 'New template' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New template' }))
    await user.type(dialog.getByLabelText(/Name in Hebrew/), 'ברוכים הבאים')
    await user.type(dialog.getByLabelText(/Name in English/), 'Welcome')
    const text = dialog.getByLabelText('Wording')
    await user.click(text)
    await user.paste('Hi {{lead.nam}} {{m:Mr|f:Ms|n:all}}')
    expect(await dialog.findByText('There is no such variable:')).toBeTruthy()
    await user.clear(text)
    await user.click(text)
    await user.paste('Hi {{m:Mr|f:Ms|n:all}} ')
    await user.click(dialog.getByRole('button', { name: 'Lead: name' }))
    expect(text).toHaveProperty('value', 'Hi {{m:Mr|f:Ms|n:all}} {{lead.name}}')
    await dialog.findByText('Hi Ms Dana Levi')
    await dialog.findByText(/1 message part · 15 characters/)
    await user.click(dialog.getByRole('button', { name: 'Lead: email' }))
    await dialog.findByText('No value: Lead: email')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.sentTo(routes.create)).toHaveLength(1))
    expect(server.sentTo(routes.create)[0]?.body).toMatchObject({
      nameEn: 'Welcome',
      contents: { he: null, en: { subject: null, text: 'Hi {{m:Mr|f:Ms|n:all}} {{lead.name}}{{lead.email}}' } },
    })
  })

  it('shows the language whose text is wrong', async () => {
    const { user, server } = await open([list(aTemplate())])
    await user.click(await screen.findByRole('button', { name: 'Welcome' }))
    const dialog = within(await screen.findByRole('dialog'))
    const hebrew = await dialog.findByRole('radio', { name: 'עברית' })
    expect(hebrew).toHaveProperty('checked', true)
    await user.type(dialog.getByLabelText('Wording'), '}}')
    await user.click(dialog.getByRole('radio', { name: 'English' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(hebrew).toHaveProperty('checked', true))
    expect(server.sentTo(routes.change)).toHaveLength(0)
  })

  it('deletes one, and puts it back', async () => {
    const { user, server } = await open([
      list(aTemplate()),
      reply(routes.remove, { success: true }),
      reply(routes.restore, { success: true, template: aTemplate() }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Delete Welcome' }))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.sentTo(routes.restore)).toHaveLength(1))
  })
})

describe('the picker of templates', () => {
  const show = async (props: { isAdvertisingClosed?: boolean } = {}) => {
    const picked: unknown[] = []
    const templates = [
      aTemplate(),
      aTemplate({ _id: idOf(801), nameEn: 'Sale', purpose: 'advertising' }),
      aTemplate({
        _id: idOf(802),
        nameEn: 'By mail',
        contents: { he: null, en: { subject: null, text: 'To {{lead.email}}' } },
      }),
      aTemplate({ _id: idOf(803), nameEn: 'Letter', channel: 'email' }),
    ]
    const { user } = await renderPage(
      <TemplatePicker
        businessId={BUSINESS_ID}
        leadId={dana._id}
        channel="sms"
        onPick={(one) => picked.push(one)}
        {...props}
      />,
      { replies: [...surroundings('Writer'), values, list(...templates)], session: aSession({ role: 'Writer' }) },
    )
    return { user, picked }
  }

  it('offers those of the channel, filled in; one without a value says which', async () => {
    const { user, picked } = await show()
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Welcomeעבריתברוכה הבאה Dana Levi',
      'SaleעבריתAdvertisingברוכה הבאה Dana Levi',
      'By mailEnglishNo value: Lead: email',
    ])
    await user.click(screen.getByText('No value: Lead: email'))
    expect(picked).toEqual([])
    await user.keyboard('{ArrowDown}{Enter}')
    expect(picked).toEqual([
      { templateId: idOf(800), purpose: 'service', language: 'he', subject: null, text: 'ברוכה הבאה Dana Levi' },
    ])
  })

  it('does not offer advertising to a lead who withdrew from it', async () => {
    const { user, picked } = await show({ isAdvertisingClosed: true })
    await user.click(await screen.findByText('This lead does not want advertising'))
    expect(picked).toEqual([])
  })
})
