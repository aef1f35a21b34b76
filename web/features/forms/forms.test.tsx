import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { type Form, formRoutes } from '#contract/forms.ts'
import type { Role } from '#contract/roles.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { aForm } from '../../testing/form-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { FormEditorPage } from './form-editor-page.tsx'
import { FormsPage } from './forms-page.tsx'
import { addressOf, curlSnippet, frameSnippet, htmlSnippet, scriptSnippet } from './snippets.ts'

const namesAs = (role: Role) =>
  reply(campaignRoutes.names, {
    success: true,
    campaigns: [{ _id: CAMPAIGN_ID, name: 'Kitchens', image: null, role, isEnabled: true }],
  })
const list = (...forms: Form[]) => reply(formRoutes.list, { success: true, forms })
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
    replies: [namesAs('Owner'), preview, ...replies],
  })

test('explains itself while there is none, and offers the first', async () => {
  await openList([list()])
  await screen.findByText('No forms yet')
  expect(screen.getByRole('link', { name: 'New form' }).getAttribute('href')).toBe(
    paths.newForm(BUSINESS_ID, CAMPAIGN_ID),
  )
})

test('says who may, to whom may not; says what failed, and tries again', async () => {
  const denied = await openList([], { role: 'None', inCampaign: 'Reader' })
  await screen.findByText(/permission/i)
  denied.unmount()
  const failed = await openList([refusal(formRoutes.list, 500, 'internal', { message: 'Out of order' })])
  await screen.findByText('Out of order')
  failed.server.use(list(aForm()))
  await failed.user.click(screen.getByRole('button', { name: /again|retry/i }))
  await screen.findByText('דף נחיתה')
})

test('a form is closed by its switch, which goes back when the server refuses', async () => {
  const page = await openList([list(aForm()), refusal(formRoutes.change, 500, 'internal')])
  const open = await screen.findByRole('switch', { name: 'דף נחיתה is open' })
  await page.user.click(open)
  await waitFor(() => expect(page.server.sentTo(formRoutes.change)[0]?.body).toEqual({ isEnabled: false }))
  await waitFor(() => expect(open).toHaveProperty('checked', true))
})

test('shows its address and what to paste, in each language', async () => {
  const page = await openList([list(aForm())])
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
    list(aForm()),
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
  const page = await openList([list(aForm({ name: 'Spring' })), reply(formRoutes.remove, { success: true })])
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
    languages: ['he', 'en'],
    redirectUrl: null,
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
  await page.user.click(await screen.findByRole('checkbox', { name: 'English' }))
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
