import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type CampaignSpeed, noSpeedToLead, speedToLeadRoutes } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import type { Role } from '#contract/roles.ts'
import { aCampaign, aSession } from '../../testing/fakes.ts'
import { idOf } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { CampaignSpeedToLead } from './campaign-speed-to-lead.tsx'

const someone = (nth: number, name: string, more: Partial<CampaignSpeed['people'][number]> = {}) => ({
  ...{ user: { _id: idOf(nth), name, image: null }, isOnShift: true, via: 'softphone' as const, ...more },
})
const aSpeed = (changes: Partial<CampaignSpeed> = {}): CampaignSpeed => ({
  success: true,
  settings: { isOn: true, sources: ['form'], ringSeconds: 25, peopleMax: 4 },
  version: 3,
  hasNumber: true,
  people: [
    someone(71, 'Dana'),
    someone(72, 'Yossi', { via: 'phone' }),
    someone(73, 'Noam', { via: null }),
    someone(74, 'Rina', { isOnShift: false }),
  ],
  ...changes,
})

const open = ({ speed = aSpeed(), role = 'Owner' as Role } = {}) =>
  renderPage(<CampaignSpeedToLead campaign={{ ...aCampaign(), members: [] }} />, {
    session: aSession({ role }),
    replies: [
      reply(speedToLeadRoutes.get, speed),
      reply(speedToLeadRoutes.change, ({ body }) => {
        const { settings, expected } = body as { settings: CampaignSpeed['settings']; expected: number }
        return { ...speed, settings, version: expected + 1 }
      }),
    ],
  })
type Page = Awaited<ReturnType<typeof open>>
const edit = async ({ user }: Page) => {
  await user.click(await screen.findByRole('button', { name: 'Change the settings' }))
  return within(await screen.findByRole('dialog'))
}
const sent = ({ server }: Page) => server.sentTo(speedToLeadRoutes.change).map(({ body }) => body)

test('says in sentences who is rung, and with what each person can be rung now', async () => {
  await open()
  await screen.findByText('Rings for leads from forms')
  screen.getByText('Each phone rings for 25 seconds')
  screen.getByText('Up to 4 people are rung, one after the other')
  const people = within(screen.getByRole('list', { name: 'People who can be rung' })).getAllByRole('listitem')
  expect(people.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('DanaBrowser'),
    expect.stringContaining('YossiMobile'),
    expect.stringContaining('NoamNo phone now'),
    expect.stringContaining('RinaOff shift now'),
  ])
})

test('says that no one can be rung, that the number is missing, or that it is off; a Reader sees nothing', async () => {
  const first = await open({ speed: aSpeed({ people: [someone(71, 'Dana', { via: null })] }) })
  await screen.findByText('No one on shift can be rung now.')
  first.unmount()
  const second = await open({ speed: aSpeed({ hasNumber: false }) })
  await screen.findByText('The campaign has no active number, so no phone rings.')
  second.unmount()
  const third = await open({ speed: aSpeed({ settings: noSpeedToLead, version: 0 }) })
  await screen.findByText('When a lead arrives, no phone rings.')
  third.unmount()
  await open({ role: 'Reader' })
  await waitFor(() => expect(screen.queryByText('Speed to lead')).toBeNull())
})

test('is switched on with its sources, seconds and people in one dialog', async () => {
  const page = await open({ speed: aSpeed({ settings: noSpeedToLead, version: 0 }) })
  const dialog = await edit(page)
  expect(dialog.queryByLabelText('Seconds that each phone rings')).toBeNull()
  await page.user.click(dialog.getByRole('switch', { name: /Ring people the moment/ }))
  await page.user.click(dialog.getByRole('checkbox', { name: 'From the API' }))
  const seconds = dialog.getByLabelText('Seconds that each phone rings')
  await page.user.clear(seconds)
  await page.user.type(seconds, '30')
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(page)).toEqual([
    { expected: 0, settings: { isOn: true, sources: ['form'], ringSeconds: 30, peopleMax: 3 } },
  ])
})

test('without an active number, or without a kind of leads, nothing is sent and the reason is said', async () => {
  const page = await open({ speed: aSpeed({ settings: noSpeedToLead, hasNumber: false }) })
  const dialog = await edit(page)
  await page.user.click(dialog.getByRole('switch', { name: /Ring people the moment/ }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The campaign needs an active number')
  page.unmount()
  const other = await open()
  const fields = await edit(other)
  await other.user.click(fields.getByRole('checkbox', { name: 'From forms' }))
  await other.user.click(fields.getByRole('button', { name: 'Save' }))
  expect((await fields.findByRole('alert')).textContent).toBe('Choose at least one kind of lead')
  expect([sent(page), sent(other)]).toEqual([[], []])
})

test('if the settings were changed in the meantime, nothing typed is lost, and they are replaced only when asked', async () => {
  const page = await open()
  const dialog = await edit(page)
  await page.user.click(dialog.getByRole('checkbox', { name: 'From the API' }))
  page.server.use(refusal(speedToLeadRoutes.change, 409, 'changed_meanwhile'))
  page.server.use(reply(speedToLeadRoutes.get, aSpeed({ version: 8 })))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('The settings were changed in the meantime. Saving again replaces that change')
  page.server.use(reply(speedToLeadRoutes.change, aSpeed({ version: 9 })))
  await page.user.click(await dialog.findByRole('button', { name: 'Replace and save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(page)).toMatchObject([{ expected: 3 }, { expected: 8, settings: { sources: ['form', 'api'] } }])
})
