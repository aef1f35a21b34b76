import { expect, test } from 'vitest'
import { leadActions, peopleActions, personalActions, shiftActions } from '#contract/notifications/notifications.ts'
import en from '../../locales/en/search-words.json' with { type: 'json' }
import he from '../../locales/he/search-words.json' with { type: 'json' }
import { pathsOf } from '../shared/pages.ts'
import { pages } from './page-table.ts'

const ACCOUNT = `/auth/login /auth/register /auth/recover-password /auth/verify-phone /auth/confirm-email /auth/google
  /book/$slug /business/create /dashboard /dev/phones /invitation/$id/$token /join/$key /meeting/$id/$token /privacy-policy /share /typography /u/$token
  /user/settings/profile /user/settings/shifts /user/settings/notifications`
const OF_BUSINESS = `c/$campaignId/leads c/$campaignId/leads/cards c/$campaignId/cards c/$campaignId/leads/$leadId
  today conversations meetings leads/all leads/cards/all leads/duplicates leads/import c/$campaignId/calls calls/all calls/missed campaigns create-campaign c/$campaignId/edit
  c/$campaignId/campaign c/$campaignId/campaign/$tab c/$campaignId/forms c/$campaignId/forms/new c/$campaignId/forms/$formId c/$campaignId/sources/$sourceId users shifts users/invited waiting-list operations
   settings settings/profile settings/billing settings/working-hours c/$campaignId/working-hours settings/leads-statuses settings/lead-fields settings/duplicates settings/forms settings/booking settings/templates settings/channels settings/notifications settings/quiet-for-leads settings/privacy settings/automations settings/automations/$automationId settings/integrations settings/api-keys settings/webhooks settings/webhooks/$webhookId
  settings/numbers settings/numbers/$numberId settings/call-flows settings/call-flows/$flowId settings/blacklist settings/audit`
const words = (text: string) => text.split(/\s+/)

test('every page has its address of the specification', () => {
  const expected = [...words(ACCOUNT), ...words(OF_BUSINESS).map((path) => `/b/$businessId/${path}`)]
  expect(pages.flatMap(pathsOf).toSorted()).toEqual(expected.toSorted())
})

test('the side menu stays short', () => {
  const above = pages.filter(({ menu }) => menu?.group === 'dashboard')
  expect(above.length).toBeLessThanOrEqual(7)
  // That of shifts is there only for those without the entry of users, whose tab it is.
  expect(pages.flatMap(({ menu }) => (menu?.group === 'business' ? [menu.key] : []))).toEqual([
    'users',
    'shifts',
    'settings',
  ])
})

test('every page of the menus can be searched by words in both languages', () => {
  const keys = pages.flatMap(({ menu }) => (menu ? [menu.key] : [])).toSorted()
  expect(Object.keys(he).toSorted()).toEqual(keys)
  expect(Object.keys(en).toSorted()).toEqual(keys)
})

test('every notification has a look and a page that it opens', () => {
  const registered = pages.flatMap(({ notifies = {} }) => Object.keys(notifies))
  expect(registered.toSorted()).toEqual(
    [...leadActions, ...peopleActions, ...personalActions, ...shiftActions, 'test'].toSorted(),
  )
})
