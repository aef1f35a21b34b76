import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Template, TemplateChange } from '#contract/notifications/message-templates.ts'
import {
  type BusinessChange,
  type BusinessSettings,
  notificationSettingRoutes as routes,
} from '#contract/notifications/notification-settings.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { BusinessSettingsPage } from './business-settings-page.tsx'

const standard: BusinessSettings = {
  events: [
    { event: 'receiving_a_lead', app: ['owners', 'people'], mail: ['listed'], sms: [] },
    { event: 'invitation_accepted', app: ['owners'], mail: [], sms: [] },
  ],
  quiet: null,
  mailName: 'Alon',
  smsSender: null,
  can: { mail: true, sms: true, smsSender: true },
}
const aTemplate = (changes: Partial<Template> = {}): Template => {
  const content = { subject: '{{title}} · {{campaign}}', text: '' }
  return {
    name: 'receiving_a_lead',
    channel: 'mail',
    language: 'en',
    isOwn: false,
    content,
    standard: content,
    examples: { title: 'New lead: Dana Levi', campaign: 'Kitchens', name: 'Dana Levi', link: 'https://x.test/1' },
    frame: {
      heading: 'New lead: Dana Levi',
      facts: [{ label: 'Phone', value: '+972724441234', isLtr: true }],
      action: 'Open the lead',
      note: 'Why you get this',
    },
    ...changes,
  }
}
const sms = { subject: null, text: '{{title}}\n{{link}}' }
const templates = [
  aTemplate(),
  aTemplate({ channel: 'sms', content: sms, standard: sms, frame: null }),
  aTemplate({ language: 'he', examples: { title: 'ליד חדש: דנה לוי', campaign: 'מטבחים' } }),
]
async function open(changes: Partial<BusinessSettings> = {}) {
  let settings = { ...standard, ...changes }
  const page = await renderPage(<BusinessSettingsPage />, {
    path: `/b/${BUSINESS_ID}/settings/notifications`,
    route: '/b/$businessId/settings/notifications',
    replies: [
      reply(routes.business, () => ({ success: true, settings })),
      reply(routes.changeBusiness, ({ body }) => {
        const { events = [], ...fields } = body as BusinessChange
        settings = {
          ...settings,
          ...fields,
          events: settings.events.map((one) => events.find(({ event }) => event === one.event) ?? one),
        } as BusinessSettings
        return { success: true, settings }
      }),
      reply(routes.templates, { success: true, templates }),
      reply(routes.changeTemplate, ({ body }) => {
        const { content, ...which } = body as TemplateChange
        const known = templates.find((one) => one.channel === which.channel && one.language === which.language)
        const template = {
          ...(known ?? aTemplate()),
          isOwn: content !== null,
          content: content ?? aTemplate().standard,
        }
        return { success: true, template }
      }),
    ],
  })
  await screen.findByText('Recipients')
  const sent = (route: object) => page.server.calls.filter((one) => one.route === route).map(({ body }) => body)
  return { ...page, sent }
}

describe('default recipients', () => {
  it('are shown by event and channel, and changed at once', async () => {
    const { user, sent } = await open()
    await user.click(screen.getByRole('button', { name: 'New lead, Email: Campaign addresses' }))
    await user.click(await screen.findByRole('checkbox', { name: 'The person the lead is assigned to' }))
    await waitFor(() =>
      expect(sent(routes.changeBusiness)).toEqual([
        {
          events: [{ event: 'receiving_a_lead', app: ['owners', 'people'], mail: ['assigned', 'listed'], sms: [] }],
        },
      ]),
    )
    await screen.findByRole('button', { name: 'New lead, Email: Assignee and campaign addresses' })
    expect(screen.getByRole('button', { name: 'New lead, SMS: No one' })).toBeTruthy()
    // This event is not sent by mail.
    expect(screen.queryByRole('button', { name: /New team member, Email/ })).toBeNull()
  })

  it('are for Owners', async () => {
    await renderPage(<BusinessSettingsPage />, {
      path: `/b/${BUSINESS_ID}/settings/notifications`,
      route: '/b/$businessId/settings/notifications',
      session: aSession({ role: 'Writer' }),
    })
    expect(screen.queryByText('Recipients')).toBeNull()
    expect(await screen.findByText(/permission/i)).toBeTruthy()
  })
})

it('quiet hours of the business default to the night', async () => {
  const { user, sent } = await open()
  await user.click(screen.getByRole('switch', { name: 'Quiet hours every night' }))
  await waitFor(() => expect(sent(routes.changeBusiness)).toEqual([{ quiet: { from: '22:00', to: '07:00' } }]))
  expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe('22:00')
})

describe('sender names', () => {
  it('are saved together; an empty one means the installation’s', async () => {
    const { user, sent } = await open()
    await user.clear(screen.getByLabelText('Email sender name'))
    await user.type(screen.getByLabelText('SMS sender name'), 'Alon Ltd')
    await user.click(screen.getByRole('button', { name: 'Save sender' }))
    await screen.findByText('The sender was saved')
    expect(sent(routes.changeBusiness)).toEqual([{ mailName: null, smsSender: 'Alon Ltd' }])
  })

  it('that are invalid are reported beside the field, by the page and by the server', async () => {
    const { user, sent, server } = await open()
    await user.type(screen.getByLabelText('SMS sender name'), 'אלון')
    await user.click(screen.getByRole('button', { name: 'Save sender' }))
    await screen.findByText('3 to 11 Latin letters, digits and spaces, including at least one letter')
    expect(sent(routes.changeBusiness)).toEqual([])
    server.use(
      refusal(routes.changeBusiness, 422, 'invalid_input', {
        issues: [{ path: 'smsSender', message: 'This name is reserved for the installation' }],
      }),
    )
    await user.clear(screen.getByLabelText('SMS sender name'))
    await user.type(screen.getByLabelText('SMS sender name'), 'Leadline')
    await user.click(screen.getByRole('button', { name: 'Save sender' }))
    await screen.findByText('This name is reserved for the installation')
  })

  it('of SMS are not offered where the provider supports none', async () => {
    await open({ can: { mail: true, sms: true, smsSender: false } })
    expect((screen.getByLabelText('SMS sender name') as HTMLInputElement).disabled).toBe(true)
    expect(screen.getByText('The SMS provider sends from its own number here')).toBeTruthy()
  })
})

describe('message templates', () => {
  const preview = () => within(screen.getByRole('region', { name: 'Preview' }))

  it('are previewed with sample values while typing', async () => {
    const { user, sent } = await open()
    await user.type(await screen.findByLabelText('Text above the details'), 'Call ')
    await user.click(screen.getByRole('button', { name: /^Name/ }))
    await waitFor(() => expect(preview().getByText('Call Dana Levi')).toBeTruthy())
    expect(preview().getByText('New lead: Dana Levi · Kitchens')).toBeTruthy()
    expect(preview().getByText('+972724441234')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save template' }))
    await screen.findByText('The template was saved')
    expect(sent(routes.changeTemplate)).toEqual([
      {
        name: 'receiving_a_lead',
        channel: 'mail',
        language: 'en',
        content: { subject: '{{title}} · {{campaign}}', text: 'Call {{name}}' },
      },
    ])
    await user.click(await screen.findByRole('button', { name: 'Reset to default' }))
    await screen.findByText('The default template was restored')
    expect(sent(routes.changeTemplate).at(-1)).toMatchObject({ content: null })
  })

  it('with an unknown placeholder, or without a subject, are not saved', async () => {
    const { user } = await open()
    await user.type(await screen.findByLabelText('Text above the details'), '{{{{code}}')
    await screen.findByText('A placeholder in braces does not exist here')
    expect((screen.getByRole('button', { name: 'Save template' }) as HTMLButtonElement).disabled).toBe(true)
    await user.clear(screen.getByLabelText('Subject'))
    await screen.findByText('This field is required')
  })

  it('of SMS count the parts that are sent', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: 'SMS' }))
    await waitFor(() => expect(preview().getByRole('status').textContent).toContain('1 message part · 36 characters'))
    await user.type(screen.getByLabelText('Text'), 'ש'.repeat(40))
    await waitFor(() =>
      expect(preview().getByRole('status').textContent).toBe(
        '2 message parts · 76 characters · Hebrew: 70 in one part, 67 in each of several',
      ),
    )
  })

  it('have a sample and a direction of their own in each language', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: 'עברית' }))
    const subject = await preview().findByText('ליד חדש: דנה לוי · מטבחים')
    expect(subject.closest('[dir]')?.getAttribute('dir')).toBe('rtl')
    expect(screen.getByLabelText('Subject').closest('[dir]')?.getAttribute('dir')).toBe('rtl')
  })
})
