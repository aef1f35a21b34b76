import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { type Form, formRoutes, type ListedForm } from '#contract/forms.ts'
import type { Role } from '#contract/roles.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { aForm, aListedForm } from '../../testing/form-fakes.ts'
import { aLead, anEvent, idOf } from '../../testing/lead-fakes.ts'
import { aField, ownFieldsReply, WORK } from '../../testing/lead-field-fakes.ts'
import { happens } from '../../testing/live.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { AllFormsPage } from './all-forms-page.tsx'
import { FormEditorPage } from './form-editor-page.tsx'
import { FormsPage } from './forms-page.tsx'
import { addressOf, curlSnippet, frameSnippet, htmlSnippet, scriptSnippet } from './snippets.ts'

const FORM_ID = aForm()._id
const namesAs = (role: Role) =>
  reply(campaignRoutes.names, {
    success: true,
    campaigns: [{ _id: CAMPAIGN_ID, name: 'Kitchens', image: null, role, isEnabled: true }],
  })
const list = (...forms: ListedForm[]) => reply(formRoutes.list, { success: true, forms })
const preview = reply(formRoutes.preview, ({ body }) => ({
  success: true,
  html: `<h1>${(body as { texts: Form['texts'] }).texts.title.en}</h1>`,
}))

const openList = (replies: ReturnType<typeof reply>[], { role = 'Owner', inCampaign = 'Owner' as Role } = {}) =>
  renderPage(<FormsPage />, {
    path: paths.forms(BUSINESS_ID, CAMPAIGN_ID),
    route: '/b/$businessId/c/$campaignId/forms',
    replies: [namesAs(inCampaign), ...replies],
    session: aSession({ role: role as Role }),
  })
const openEditor = (replies: ReturnType<typeof reply>[], form?: Form) =>
  renderPage(<FormEditorPage />, {
    path: form ? paths.form(BUSINESS_ID, CAMPAIGN_ID, form._id) : paths.newForm(BUSINESS_ID, CAMPAIGN_ID),
    route: form ? '/b/$businessId/c/$campaignId/forms/$formId' : '/b/$businessId/c/$campaignId/forms/new',
    replies: [namesAs('Owner'), preview, ownFieldsReply([]), ...replies],
  })

test('explains itself while there is none, and offers the first', async () => {
  await openList([list()])
  await screen.findByText('No forms yet')
  expect(screen.getByRole('link', { name: 'New form' }).getAttribute('href')).toBe(
    paths.newForm(BUSINESS_ID, CAMPAIGN_ID),
  )
})

test('the forms of all campaigns lead to the form for those who may change it, else to its campaign', async () => {
  const forms = [
    { _id: FORM_ID, name: 'Spring', campaign: { _id: CAMPAIGN_ID, name: 'Kitchens' }, isEnabled: true },
    { _id: BUSINESS_ID, name: 'Shut', campaign: { _id: CAMPAIGN_ID, name: 'Kitchens' }, isEnabled: false },
  ].map((form) => ({ ...form, submissions: null }))
  const pagination = { page: 1, limit: 25, total: 2, totalIsExact: true, pages: 1 }
  const open = (role: Role) =>
    renderPage(<AllFormsPage />, {
      path: paths.allForms(BUSINESS_ID),
      replies: [namesAs(role), reply(formRoutes.listAll, { success: true, forms, pagination })],
      session: aSession({ role }),
    })
  const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  const page = await open('Owner')
  expect(await href('Spring')).toBe(paths.form(BUSINESS_ID, CAMPAIGN_ID, FORM_ID))
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual(['SpringKitchens', 'ShutKitchensClosed'])
  page.unmount()
  await open('Reader')
  expect(await href('Spring')).toBe(paths.forms(BUSINESS_ID, CAMPAIGN_ID))
})

test('without a form in any campaign, says where they are made', async () => {
  const pagination = { page: 1, limit: 25, total: 0, totalIsExact: true, pages: 0 }
  const none = reply(formRoutes.listAll, { success: true, forms: [], pagination })
  await renderPage(<AllFormsPage />, { path: paths.allForms(BUSINESS_ID), replies: [namesAs('Owner'), none] })
  expect((await screen.findByRole('link', { name: 'To the campaigns' })).getAttribute('href')).toBe(
    paths.campaigns(BUSINESS_ID),
  )
})

test('a Reader sees the forms and what came of them, and changes nothing', async () => {
  const submissions = { total: 4, newLeads: 3, repeats: 1, spam: 0, lastAt: null, lastLeadAt: null }
  await openList(
    [
      list(
        aListedForm({ name: 'Spring', submissions }),
        aListedForm({ _id: BUSINESS_ID, name: 'Shut', isEnabled: false, submissions: null }),
      ),
    ],
    {
      role: 'Reader',
      inCampaign: 'Reader',
    },
  )
  const [first, second] = (await screen.findAllByRole('listitem')).map((row) => within(row))
  first?.getByText('4 submissions')
  first?.getByRole('link', { name: /\/f\/Aa1/ })
  expect(first?.queryByRole('link', { name: 'Spring' })).toBeNull()
  second?.getByText('Closed')
  for (const role of ['switch', 'button'] as const)
    expect(screen.queryAllByRole(role).filter((one) => !one.getAttribute('aria-label')?.startsWith('Copy'))).toEqual([])
  expect(screen.queryByRole('link', { name: 'New form' })).toBeNull()
})

test('says who may, to whom may not; says what failed, and tries again', async () => {
  const denied = await openList([], { role: 'None', inCampaign: 'None' })
  await screen.findByText(/permission/i)
  denied.unmount()
  const failed = await openList([refusal(formRoutes.list, 500, 'internal', { message: 'Out of order' })])
  await screen.findByText('Out of order')
  failed.server.use(list(aListedForm()))
  await failed.user.click(screen.getByRole('button', { name: /again|retry/i }))
  await screen.findByText('דף נחיתה')
})

test('says what came of a form, and counts on as leads arrive', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const submissions = { total: 1_240, newLeads: 930, repeats: 310, spam: 12, lastAt: minutesAgo(1) }
  const unused = aListedForm({ _id: '018f0000-0000-7000-8000-0000000000ff', name: 'Unused' })
  const used = (lastLeadAt: string, changes = {}) =>
    aListedForm({ name: 'Spring', submissions: { ...submissions, lastLeadAt, ...changes } })
  const page = await openList([list(used(minutesAgo(185)), unused)])
  const [first, second] = (await screen.findAllByRole('listitem')).map((row) => within(row))
  first?.getByText('1,240 submissions')
  first?.getByText('930 new leads (75%)')
  first?.getByText(/Last lead/)
  first?.getByText('3 hours ago')
  first?.getByText(/12 blocked as spam/)
  second?.getByText('No submissions yet')
  expect(second?.queryByText(/spam|Last lead/)).toBeNull()
  page.server.use(list(used(minutesAgo(0), { total: 1_241, newLeads: 931 }), unused))
  await happens(anEvent('lead.created', aLead(1)))
  await first?.findByText('1,241 submissions')
})

test('a form is closed by its switch, which goes back when the server refuses', async () => {
  const page = await openList([list(aListedForm()), refusal(formRoutes.change, 500, 'internal')])
  const open = await screen.findByRole('switch', { name: 'דף נחיתה is open' })
  await page.user.click(open)
  await waitFor(() => expect(page.server.sentTo(formRoutes.change)[0]?.body).toEqual({ isEnabled: false }))
  await waitFor(() => expect(open).toHaveProperty('checked', true))
})

test('shows its address and what to paste, in each language', async () => {
  const page = await openList([list(aListedForm())])
  await page.user.click(await screen.findByRole('button', { name: 'Embed' }))
  const drawer = within(await screen.findByRole('dialog'))
  drawer.getByText('http://localhost:3000/f/Aa1_Aa1-Aa1_Aa1-Aa1_Aa1-?lang=he')
  drawer.getByText(/embed\.js" data-lang="he"/)
  await page.user.click(drawer.getByRole('radio', { name: 'English' }))
  drawer.getByText('http://localhost:3000/f/Aa1_Aa1-Aa1_Aa1-Aa1_Aa1-?lang=en')
  expect(drawer.queryByText('No sites are allowed to show this form yet.')).toBeNull()
})

test('shows what came last, and what became of it', async () => {
  const lead = { _id: '018f0000-0000-7000-8000-0000000000aa', campaignId: CAMPAIGN_ID, name: 'Dana Levi' }
  const of = {
    at: '2025-10-02T10:00:00.000Z',
    address: '192.0.2.0/24',
    contentType: 'application/x-www-form-urlencoded',
  }
  const page = await openList([
    list(aListedForm()),
    reply(formRoutes.payloads, {
      success: true,
      payloads: [
        { ...of, _id: '018f0000-0000-7000-8000-0000000000b2', outcome: 'honeypot', status: 303, raw: '{}', lead: null },
        {
          ...of,
          _id: '018f0000-0000-7000-8000-0000000000b1',
          outcome: 'created',
          status: 303,
          raw: '{"name":"Dana"}',
          lead,
        },
      ],
    }),
  ])
  await page.user.click(await screen.findByRole('button', { name: 'Actions for דף נחיתה' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Recent requests' }))
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('Robot: filled the hidden field')
  await page.user.click(drawer.getByText('New lead'))
  expect(drawer.getByRole('link', { name: 'Dana Levi' }).getAttribute('href')).toBe(
    paths.lead(BUSINESS_ID, CAMPAIGN_ID, lead._id),
  )
  expect(drawer.getByText(/"name": "Dana"/).textContent).toBe('{\n  "name": "Dana"\n}')
})

test('is deleted after its name was typed', async () => {
  const page = await openList([list(aListedForm({ name: 'Spring' })), reply(formRoutes.remove, { success: true })])
  await page.user.click(await screen.findByRole('button', { name: 'Actions for Spring' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete form' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.user.type(dialog.getByRole('textbox'), 'Spring')
  page.server.use(list())
  await page.user.click(dialog.getByRole('button', { name: 'Delete form' }))
  await screen.findByText('The form was deleted')
  await screen.findByText('No forms yet')
})

test('a new form is ready to be sent out as it is', async () => {
  const page = await openEditor([reply(formRoutes.create, { success: true, form: aForm() })])
  await page.user.click(await screen.findByRole('button', { name: 'Create form' }))
  await screen.findByText('The form is ready')
  expect(page.server.sentTo(formRoutes.create)[0]?.body).toMatchObject({
    campaignId: CAMPAIGN_ID,
    name: 'Kitchens',
    languages: ['en'],
    redirectUrl: null,
    source: 'website',
    isEnabled: true,
    fields: [
      { name: 'name', kind: 'name', label: { he: 'שם מלא', en: 'Full name' }, required: true },
      { name: 'phone', required: true },
      { name: 'email', required: false },
      { name: 'message', required: false },
    ],
    texts: { button: { he: 'שליחה', en: 'Send' } },
  })
  expect(page.router.state.location.pathname).toBe(paths.forms(BUSINESS_ID, CAMPAIGN_ID))
  expect(page.router.state.location.state).toMatchObject({ modals: ['embed'], embeds: aForm()._id })
})

test('the list opens the embed code of the form that was just made', async () => {
  const page = await openList([list(aListedForm({ name: 'Spring' }))])
  await screen.findByText('Spring')
  expect(screen.queryByRole('dialog')).toBeNull()
  page.router.history.push(paths.forms(BUSINESS_ID, CAMPAIGN_ID), { modals: ['embed'], embeds: aForm()._id })
  const drawer = within(await screen.findByRole('dialog', { name: 'Embed the form' }))
  drawer.getByText('http://localhost:3000/f/Aa1_Aa1-Aa1_Aa1-Aa1_Aa1-?lang=he')
  await page.user.click(drawer.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a new form has one language and the name of its source; the other language comes by a switch', async () => {
  const page = await openEditor([reply(formRoutes.create, { success: true, form: aForm() })])
  expect(await screen.findByRole('combobox', { name: /^Source of its leads/ })).toHaveProperty('value', 'Web form')
  expect(screen.getAllByLabelText(/^Title/)).toHaveLength(1)
  await page.user.click(screen.getByRole('switch', { name: /^Also in Hebrew/ }))
  expect(screen.getByLabelText(/^Title · עברית/)).toHaveProperty('value', 'נשמח לחזור אליך')
  await page.user.click(screen.getByRole('button', { name: 'Create form' }))
  await screen.findByText('The form is ready')
  expect(page.server.sentTo(formRoutes.create)[0]?.body).toMatchObject({ languages: ['en', 'he'], source: 'website' })
})

test('its page leads back to the forms and to the campaign', async () => {
  await openEditor([reply(formRoutes.get, { success: true, form: aForm() })], aForm())
  const trail = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
  const links = trail.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Kitchens', paths.campaign(BUSINESS_ID, CAMPAIGN_ID)],
    ['Forms', paths.forms(BUSINESS_ID, CAMPAIGN_ID)],
  ])
})

test('asks questions of its own, in the order wanted, with the same choices in both languages', async () => {
  const form = aForm()
  const page = await openEditor(
    [reply(formRoutes.get, { success: true, form }), reply(formRoutes.change, { success: true, form })],
    form,
  )
  await page.user.click(await screen.findByRole('button', { name: 'Add a field' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Multiple choice' }))
  const card = within(screen.getAllByRole('listitem')[3] as HTMLElement)
  const write = async (field: HTMLElement, text: string) => {
    await page.user.click(field)
    await page.user.paste(text)
  }
  await write(card.getByLabelText(/^Label · עברית/), 'קומה')
  await write(card.getByLabelText(/^Label · English/), 'Floor')
  await write(card.getByLabelText(/^Options · עברית/), 'קרקע\nראשונה')
  await write(card.getByLabelText(/^Options · English/), 'Ground')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('This field is required')).length).toBeGreaterThan(0)
  expect(page.server.sentTo(formRoutes.change)).toEqual([])
  await write(card.getByLabelText(/^Options · English/), '\nFirst')
  await page.user.click(screen.getByRole('button', { name: 'Move קומה up' }))
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The form was saved')
  const sent = page.server.sentTo(formRoutes.change)[0]?.body as Form
  expect(sent.fields.map(({ kind }) => kind)).toEqual(['name', 'phone', 'select', 'select'])
  expect(sent.fields[2]).toMatchObject({
    name: expect.stringMatching(/^answer_[a-z0-9]+$/),
    label: { he: 'קומה', en: 'Floor' },
    options: [
      { he: 'קרקע', en: 'Ground' },
      { he: 'ראשונה', en: 'First' },
    ],
  })
})

test('in one language alone it asks for no other', async () => {
  const form = aForm()
  const page = await openEditor(
    [reply(formRoutes.get, { success: true, form }), reply(formRoutes.change, { success: true, form })],
    form,
  )
  await page.user.click(await screen.findByRole('switch', { name: /^Also in English/ }))
  expect(screen.queryByLabelText(/English/, { selector: 'input[type=text]' })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The form was saved')
  expect(page.server.sentTo(formRoutes.change)[0]?.body).toMatchObject({ languages: ['he'] })
})

test('the preview is the page that the server would show, a moment after one typed', async () => {
  const form = aForm()
  const page = await openEditor([reply(formRoutes.get, { success: true, form })], form)
  const frame = await screen.findByTitle('Preview')
  expect(frame.getAttribute('srcdoc')).toBe('<h1>We "call" back</h1>')
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin')
  const title = screen.getByLabelText(/^Title · English/)
  await page.user.clear(title)
  await page.user.type(title, 'Hello')
  await waitFor(() => expect(screen.getByTitle('Preview').getAttribute('srcdoc')).toBe('<h1>Hello</h1>'), {
    timeout: 3_000,
  })
})

test('snippets hold what they say, and nothing breaks out of them', () => {
  const target = { origin: 'https://leads.example', form: aForm(), language: 'en' as const }
  const key = 'Aa1_Aa1-Aa1_Aa1-Aa1_Aa1-'
  expect(addressOf(target)).toBe(`https://leads.example/f/${key}?lang=en`)
  expect(scriptSnippet(target)).toBe(
    `<script src="https://leads.example/f/${key}/embed.js" data-lang="en" data-title="We &quot;call&quot; back" async></script>`,
  )
  expect(frameSnippet(target)).toContain(`src="https://leads.example/f/${key}?lang=en&amp;embed=1"`)
  const page = new DOMParser().parseFromString(htmlSnippet(target), 'text/html')
  const posted = page.querySelector('form')
  expect([posted?.action, posted?.method]).toEqual([addressOf(target), 'post'])
  expect([...page.querySelectorAll('input,select,textarea')].map((field) => field.getAttribute('name'))).toEqual([
    'name',
    'phone',
    'answer_rooms',
    'homepage',
    'consent',
  ])
  expect([...page.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    '',
    'Three',
    'Four & more',
  ])
  expect(curlSnippet(target)).toContain("-H 'Origin: https://alon.example'")
  expect(curlSnippet(target)).toContain("--data-urlencode 'answer_rooms=Three' \\\n  --data-urlencode 'consent=1'")
})

test('asks for a lead field of the business, by its names, once', async () => {
  const elsewhere = aField(9, { nameEn: 'Elsewhere', campaignIds: [idOf(301)] })
  const page = await openEditor([
    ownFieldsReply([{ ...WORK, isRequired: true }, elsewhere]),
    reply(formRoutes.create, { success: true, form: aForm() }),
  ])
  await page.user.click(await screen.findByRole('button', { name: 'Add a field' }))
  const menu = within(await screen.findByRole('menu'))
  await menu.findByText('Lead fields')
  expect(menu.queryByText('Elsewhere')).toBeNull()
  await page.user.click(menu.getByRole('menuitem', { name: 'Kind of work' }))
  await page.user.click(screen.getByRole('button', { name: 'Add a field' }))
  await screen.findByRole('menu')
  expect(screen.queryByRole('menuitem', { name: 'Kind of work' })).toBeNull()
  await page.user.keyboard('{Escape}')
  await page.user.click(screen.getByRole('button', { name: 'Create form' }))
  await waitFor(() => expect(page.server.sentTo(formRoutes.create)).toHaveLength(1))
  const sent = page.server.sentTo(formRoutes.create)[0]?.body as { fields: unknown[] } | undefined
  expect(sent?.fields.at(-1)).toEqual({
    name: 'field_work',
    kind: 'lead_field',
    label: { he: 'סוג עבודה', en: 'Kind of work' },
    required: true,
    options: [],
  })
})
