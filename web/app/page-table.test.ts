import { expect, test } from 'vitest'
import { leadActions, peopleActions } from '#contract/notifications/notifications.ts'
import { pathsOf } from '../shared/pages.ts'
import { pages } from './page-table.ts'

const ACCOUNT = `/auth/login /auth/register /auth/recover-password /auth/verify-phone /auth/confirm-email /auth/google
  /business/create /dashboard /dev/phones /invitation/$id/$token /join/$key /privacy-policy /typography /u/$token
  /user/settings/profile /user/settings/shifts /user/settings/notifications`
const OF_BUSINESS = `c/$campaignId/leads c/$campaignId/leads/cards c/$campaignId/cards c/$campaignId/leads/$leadId
  leads/all leads/cards/all c/$campaignId/calls calls/all campaigns create-campaign c/$campaignId/edit
  c/$campaignId/forms c/$campaignId/forms/new c/$campaignId/forms/$formId users waiting-list operations
  settings/profile settings/leads-statuses settings/notifications settings/privacy settings/api-keys
  settings/numbers settings/numbers/$numberId settings/blacklist settings/audit`
const words = (text: string) => text.split(/\s+/)

test('every page has its address of the specification', () => {
  const expected = [...words(ACCOUNT), ...words(OF_BUSINESS).map((path) => `/b/$businessId/${path}`)]
  expect(pages.flatMap(pathsOf).toSorted()).toEqual(expected.toSorted())
})

test('every notification has a look and a page that it opens', () => {
  const registered = pages.flatMap(({ notifies = {} }) => Object.keys(notifies))
  expect(registered.toSorted()).toEqual([...leadActions, ...peopleActions, 'test'].toSorted())
})
