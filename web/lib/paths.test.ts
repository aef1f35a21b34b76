import { describe, expect, it } from 'vitest'
import { isOwnPath, loginPath, pathInBusiness, pathInCampaign } from './paths.ts'

const A = '018f0000-0000-7000-8000-00000000000a'
const B = '018f0000-0000-7000-8000-00000000000b'
const C = '018f0000-0000-7000-8000-00000000000c'
const L = '018f0000-0000-7000-8000-00000000000d'

describe('going on after sign-in', () => {
  it('comes back to a path of this site only', () => {
    expect(isOwnPath(`/b/${A}/leads/all?page=2`)).toBe(true)
    for (const path of [
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      '',
      '/auth/login',
      '/',
    ])
      expect(isOwnPath(path), path).toBe(false)
  })

  it('names the way back in the address of the sign-in page', () => {
    expect(loginPath('/dashboard?x=1')).toBe('/auth/login?next=%2Fdashboard%3Fx%3D1')
    expect(loginPath('//evil.test')).toBe('/auth/login')
  })
})

describe('switching the business', () => {
  it.each([
    [`/b/${A}/leads/all`, `/b/${B}/leads/all`],
    [`/b/${A}/c/${C}/leads`, `/b/${B}/leads/all`],
    [`/b/${A}/c/${C}/leads/${L}`, `/b/${B}/leads/all`],
    [`/b/${A}/c/${C}/cards`, `/b/${B}/leads/cards/all`],
    [`/b/${A}/c/${C}/leads/cards`, `/b/${B}/leads/cards/all`],
    [`/b/${A}/leads/cards/all`, `/b/${B}/leads/cards/all`],
    [`/b/${A}/calls/all`, `/b/${B}/calls/all`],
    [`/b/${A}/c/${C}/calls`, `/b/${B}/calls/all`],
    [`/b/${A}/campaigns`, `/b/${B}/campaigns`],
    [`/b/${A}/settings/api-keys`, `/b/${B}/settings/api-keys`],
    [`/b/${A}/settings/numbers/${L}`, `/b/${B}/settings/numbers`],
    ['/dashboard', '/dashboard'],
    ['/business/create', '/dashboard'],
    [`/b/${A}/c/${C}/edit`, '/dashboard'],
  ])('%s → %s', (from, to) => {
    expect(pathInBusiness(from, B)).toBe(to)
  })
})

describe('switching the campaign', () => {
  it.each([
    [`/b/${A}/leads/all`, C, `/b/${A}/c/${C}/leads`],
    [`/b/${A}/c/${L}/leads`, C, `/b/${A}/c/${C}/leads`],
    [`/b/${A}/c/${L}/leads/${B}`, C, `/b/${A}/c/${C}/leads`],
    [`/b/${A}/c/${L}/leads`, null, `/b/${A}/leads/all`],
    [`/b/${A}/leads/cards/all`, C, `/b/${A}/c/${C}/cards`],
    [`/b/${A}/c/${L}/cards`, C, `/b/${A}/c/${C}/cards`],
    [`/b/${A}/c/${L}/leads/cards`, null, `/b/${A}/leads/cards/all`],
    [`/b/${A}/c/${L}/edit`, C, `/b/${A}/c/${C}/edit`],
    [`/b/${A}/calls/all`, C, `/b/${A}/c/${C}/calls`],
    [`/b/${A}/c/${L}/calls`, C, `/b/${A}/c/${C}/calls`],
    [`/b/${A}/c/${L}/calls`, null, `/b/${A}/calls/all`],
    ['/dashboard', C, undefined],
    ['/dashboard', null, undefined],
    [`/b/${A}/campaigns`, C, undefined],
  ])('%s with %s → %s', (from, campaignId, to) => {
    expect(pathInCampaign(from, A, campaignId)).toBe(to)
  })
})
