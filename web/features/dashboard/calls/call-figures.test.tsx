import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { callStatuses } from '#contract/calls/call-statuses.ts'
import type { CallFigures as Calls } from '#contract/dashboard.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { NOAM } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { CallFigures } from './call-figures.tsx'
import { CallsByPerson } from './calls-by-person.tsx'

const calls: Calls = {
  hasCalls: true,
  total: { total: 142, previous: 100 },
  answered: { total: 120, previous: 80 },
  answeredShare: { value: 0.845, previous: 0.8 },
  missed: { total: 19, previous: 25 },
  averageWait: { value: 14.4, previous: 20 },
  statuses: callStatuses.map((status) => ({ status, total: status === 'Busy' ? 7 : 0, previous: 0 })),
  campaigns: [],
  people: [
    {
      user: NOAM,
      answered: { total: 60, previous: 40 },
      missed: { total: 20, previous: 30 },
      rate: { value: 0.75, previous: 0.57 },
    },
  ],
}
const open = (campaignId: string | null = null) =>
  renderPage(
    <>
      <CallFigures calls={calls} businessId={BUSINESS_ID} campaignId={campaignId} period={{ date: 'thisMonth' }} />
      <CallsByPerson calls={calls} businessId={BUSINESS_ID} campaignId={campaignId} period={{ date: 'thisMonth' }} />
    </>,
    { path: '/dashboard', replies: [] },
  )
const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

describe('figures of calls', () => {
  it('each open the calls that they count', async () => {
    await open()
    const all = `/b/${BUSINESS_ID}/calls/all?date=thisMonth&direction=inbound`
    expect(await hrefOf('Calls 142')).toBe(all)
    expect(await hrefOf('Answer rate 84.5%')).toBe(`${all}&status=Answered`)
    expect(await hrefOf('Missed calls 19')).toBe(`/b/${BUSINESS_ID}/calls/all?date=thisMonth&missed=true`)
    expect(await hrefOf('Average wait 0:14')).toBe(`${all}&status=Answered`)
    expect(await hrefOf('Busy 7')).toBe(`${all}&status=Busy`)
    expect(await hrefOf('Not Answered 0')).toBe(`${all}&status=Not+Answered`)
  })

  it('are by person the calls that rang at their phones and those that they answered', async () => {
    await open()
    const calls = `/b/${BUSINESS_ID}/calls/all?date=thisMonth`
    expect(await hrefOf('נועם פרידמן, Rang: 80')).toBe(`${calls}&rang=${NOAM._id}`)
    expect(await hrefOf('נועם פרידמן, Answered: 60')).toBe(
      `${calls}&direction=inbound&status=Answered&answeredBy=${NOAM._id}`,
    )
    expect(await screen.findByRole('cell', { name: '75%' })).toBeTruthy()
  })

  it('are of the campaign that one works in', async () => {
    await open(CAMPAIGN_ID)
    expect(await hrefOf('Calls 142')).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/calls?date=thisMonth&direction=inbound`)
  })
})
