import type { Locator, Page } from '@playwright/test'
import { aPhone, type Texts, type World } from './fixtures.ts'

type At = { page: Page; t: Texts; world: World; leadId: string; language: 'he' | 'en' }
type Get = (path: string) => Promise<string>
/** A piece of work that a person does on one screen, with one thing to send. */
export type Journey = {
  path: (at: At) => string
  /** Types and chooses; may be done again, where a choice is gone. */
  prepare: (at: At) => Promise<void>
  /** What is typed must be here until it is stored. */
  typed?: (at: At) => { field: Locator; text: string }
  /** Shown in its place while it waits on the device for a network, and sent by itself. */
  waits?: (at: At) => Locator
  send: (at: At) => Promise<void>
  /** How often the server has it: once, in the end. */
  stored: (at: At, get: Get) => Promise<number>
}

const TEXT = 'Kept נשמר 7'
const times = (reply: string, text: string) => reply.split(text).length - 1
const leadPath = ({ world, leadId }: At) => `/b/${world.businessId}/c/${world.campaignId}/leads/${leadId}`
const button = ({ page, t }: At, key: string) => page.getByRole('button', { name: t(key), exact: true })
const inDialog = ({ page }: At) => page.getByRole('dialog')

const fieldOf = (label: string) => (at: At) => at.page.getByRole('textbox', { name: at.t(label) }).first()
/** A form on a page of its own, with one changed field. */
const form = (path: (at: At) => string, label: string, reply: (at: At) => string): Journey => ({
  path,
  prepare: (at) => fieldOf(label)(at).fill(TEXT),
  typed: (at) => ({ field: fieldOf(label)(at), text: TEXT }),
  send: (at) => button(at, 'common:save').click(),
  stored: async (at, get) => Math.min(1, times(await get(reply(at)), TEXT)),
})

const commentOf = (at: At) => at.page.getByRole('textbox', { name: at.t('leads:comment'), exact: true })
const contacting = { he: 'ניסיון קשר', en: 'Attempting' }
const fresh = { he: 'חדש', en: 'New' }

export const journeys = {
  comment: {
    path: leadPath,
    prepare: (at) => commentOf(at).fill(TEXT),
    typed: (at) => ({ field: commentOf(at), text: TEXT }),
    waits: (at) => at.page.getByText(TEXT).first(),
    send: (at) => button(at, 'leads:addComment').click(),
    stored: async (at, get) => times(await get(`/lead/${at.leadId}/history`), TEXT),
  },
  newLead: {
    path: ({ world }) => world.leadsPath,
    prepare: async (at) => {
      if (!(await inDialog(at).isVisible())) await button(at, 'leads:newLead').first().click()
      await inDialog(at)
        .getByRole('textbox', { name: at.t('leads:columns.name') })
        .fill(TEXT)
      const phone = inDialog(at).getByRole('textbox', { name: at.t('leads:columns.phone') })
      if (!(await phone.inputValue())) await phone.fill(aPhone())
    },
    typed: (at) => ({ field: inDialog(at).getByRole('textbox', { name: at.t('leads:columns.name') }), text: TEXT }),
    send: (at) => button(at, 'leads:saveLead').click(),
    stored: async ({ world }, get) =>
      times(await get(`/lead?campaignId=${world.campaignId}&page=1&limit=25`), `"name":"${TEXT}"`),
  },
  businessInfo: form(
    ({ world }) => `/b/${world.businessId}/settings/profile`,
    'businesses:fields.brandName',
    () => '/business',
  ),
  status: {
    path: leadPath,
    prepare: async () => undefined,
    send: async (at) => {
      await at.page.getByRole('button', { name: at.t('leads:changeStatus', { status: fresh[at.language] }) }).click()
      await at.page.getByRole('menuitemradio', { name: contacting[at.language] }).click()
    },
    stored: async (at, get) => Number(JSON.parse(await get(`/lead/${at.leadId}`)).lead.status === contacting.en),
  },
  ownName: form(
    () => '/user/settings/profile',
    'profile:person.name',
    () => '/auth/getCurrentUser',
  ),
  campaign: form(
    ({ world }) => `/b/${world.businessId}/c/${world.campaignId}/edit`,
    'campaigns:form.notes',
    ({ world }) => `/user/campaign/info?campaignId=${world.campaignId}`,
  ),
  newStatus: {
    path: ({ world }) => `/b/${world.businessId}/settings/leads-statuses`,
    prepare: async (at) => {
      if (!(await inDialog(at).isVisible())) await button(at, 'statuses:add').click()
      await inDialog(at)
        .getByRole('textbox', { name: at.t('statuses:form.nameHe') })
        .fill('נשמר')
      await inDialog(at)
        .getByRole('textbox', { name: at.t('statuses:form.nameEn') })
        .fill(TEXT)
    },
    typed: (at) => ({ field: inDialog(at).getByRole('textbox', { name: at.t('statuses:form.nameEn') }), text: TEXT }),
    send: (at) =>
      inDialog(at)
        .getByRole('button', { name: at.t('common:save') })
        .click(),
    stored: async (_, get) => times(await get('/business/statuses'), TEXT),
  },
  blocked: {
    path: ({ world }) => `/b/${world.businessId}/settings/blacklist`,
    prepare: async (at) => {
      if (!(await inDialog(at).isVisible())) await button(at, 'blacklist:add').first().click()
      await inDialog(at)
        .getByRole('textbox', { name: at.t('blacklist:number') })
        .fill('054-731-1184')
      await inDialog(at)
        .getByRole('textbox', { name: at.t('blacklist:reason') })
        .fill(TEXT)
    },
    typed: (at) => ({ field: inDialog(at).getByRole('textbox', { name: at.t('blacklist:reason') }), text: TEXT }),
    send: (at) =>
      inDialog(at)
        .getByRole('button', { name: at.t('blacklist:submit') })
        .click(),
    stored: async (_, get) => times(await get('/blacklist?page=1&limit=25'), TEXT),
  },
  address: form(
    ({ world }) => `/b/${world.businessId}/settings/profile`,
    'businesses:fields.city',
    () => '/business',
  ),
  trash: {
    path: leadPath,
    prepare: async () => undefined,
    send: async (at) => {
      await at.page.getByRole('button', { name: at.t('leads:moreFor', { name: 'Noa נועה' }) }).click()
      await at.page.getByRole('menuitem', { name: at.t('leads:delete'), exact: true }).click()
    },
    stored: async (at, get) => Number(JSON.parse(await get(`/lead/${at.leadId}`)).lead.deletedAt !== null),
  },
} satisfies Record<string, Journey>
