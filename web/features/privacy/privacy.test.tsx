import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { type PersonErasure, privacyRoutes } from '#contract/privacy.ts'
import type { RouteReply } from '#contract/route.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, USER_ID } from '../../testing/fakes.ts'
import { idOf } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { ErasePerson } from './erase-person.tsx'
import { OwnData } from './own-data.tsx'
import { PrivacyPage } from './privacy-page.tsx'

const settings = (recordings: number): RouteReply<typeof privacyRoutes.settings> => ({
  success: true,
  clocks: [
    { clock: 'recordings', unit: 'months', amount: recordings },
    { clock: 'callReports', unit: 'months', amount: 12 },
    { clock: 'textReports', unit: 'days', amount: 30 },
    { clock: 'payloads', unit: 'days', amount: 30 },
    { clock: 'newcomers', unit: 'months', amount: 12 },
    { clock: 'traces', unit: 'months', amount: 12 },
  ],
})
const erasures = (...of: PersonErasure[]) => reply(privacyRoutes.erasures, { success: true, erasures: of })

const open = (...more: ReturnType<typeof reply>[]) =>
  renderPage(<PrivacyPage />, {
    path: `/b/${BUSINESS_ID}/settings/privacy`,
    replies: [reply(privacyRoutes.settings, settings(12)), ...more],
  })

test('an Owner extends the retention of recordings', async () => {
  const { user, server } = await open(erasures(), reply(privacyRoutes.changeSettings, settings(24)))
  const field = await screen.findByLabelText('Call recordings')
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await user.clear(field)
  await user.type(field, '24')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(server.sentTo(privacyRoutes.changeSettings)[0]?.body).toMatchObject({ recordings: 24 })
  expect(field).toHaveProperty('value', '24')
  expect(screen.getByText('Deleted leads, in the trash')).toBeTruthy()
  expect(screen.getByText(/No erasures yet/)).toBeTruthy()
})

test('the list of erasures shows when and by whom, not of whom', async () => {
  const by = { _id: USER_ID, name: 'שירה', image: null }
  const at = '2026-11-20T10:00:00.000Z'
  await open(
    erasures({ _id: idOf(1), at, by, leads: 2, finishedAt: at }, { _id: idOf(2), at, by, leads: 1, finishedAt: null }),
  )
  expect(await screen.findByText('2 leads')).toBeTruthy()
  expect(screen.getByText('Still being erased')).toBeTruthy()
  expect(screen.getAllByText('שירה')).toHaveLength(2)
})

test('a person is erased after their name was typed; what is deleted is shown before', async () => {
  const close = vi.fn()
  const lead = { _id: idOf(7), name: 'Dana Levi', phone: '+972541234567', email: null }
  const held = { leads: 2, enquiries: 3, comments: 1, calls: 0, recordings: 0, files: 2 }
  const { user, server } = await renderPage(
    <ErasePerson businessId={BUSINESS_ID} lead={lead} opened onClose={close} />,
    {
      replies: [
        reply(privacyRoutes.leadHeld, { success: true, held }),
        reply(privacyRoutes.eraseLead, { success: true }),
      ],
    },
  )
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('3 enquiries')).toBeTruthy()
  expect(within(dialog).getByText('1 comment')).toBeTruthy()
  expect(within(dialog).queryByText(/calls?$/)).toBeNull()
  const submit = within(dialog).getByRole('button', { name: 'Erase permanently' })
  expect(submit).toHaveProperty('disabled', true)
  await user.type(within(dialog).getByRole('textbox'), 'Dana Levi')
  await user.click(submit)
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(server.sentTo(privacyRoutes.eraseLead)[0]?.body).toEqual({ typed: 'Dana Levi' })
})

const noTwoFactor = (hasPassword: boolean) =>
  reply(twoFactorRoutes.get, { success: true, since: null, recoveryCodesLeft: 0, hasPassword })

test('an account is deleted with its address and password; a refusal says why', async () => {
  const gone = vi.fn()
  const message = 'You are the only Owner of Kitchens Ltd'
  const { user } = await renderPage(<OwnData onErased={gone} />, {
    path: paths.profile,
    replies: [
      noTwoFactor(true),
      reply(teamRoutes.leaving, {
        success: true,
        soleOwnerOf: [],
        silencedNumbers: [
          {
            ...{ _id: idOf(705), phone: '+972724440007', label: 'Radio' },
            business: { _id: BUSINESS_ID, name: 'Kitchens Ltd' },
          },
        ],
      }),
      refusal(privacyRoutes.eraseSelf, 409, 'sole_owner', { message }),
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  const dialog = await screen.findByRole('dialog')
  const submit = within(dialog).getByRole('button', { name: 'Delete my account' })
  expect(submit).toHaveProperty('disabled', true)
  await within(dialog).findByText('This number would have no destination')
  expect(within(dialog).getByRole('listitem').textContent).toBe('072-444-0007 Radio (Kitchens Ltd)')
  await user.type(within(dialog).getByLabelText('Type your email address to confirm'), aSession().user.email)
  await user.type(within(dialog).getByLabelText('Your password'), 'correct horse battery')
  await user.click(submit)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(gone).not.toHaveBeenCalled()
})

test('the only Owner of a business reads in the dialog, before anything is typed, that the account stays', async () => {
  const { user } = await renderPage(<OwnData onErased={vi.fn()} />, {
    path: paths.profile,
    replies: [
      noTwoFactor(true),
      reply(teamRoutes.leaving, {
        success: true,
        soleOwnerOf: [{ _id: BUSINESS_ID, name: 'Kitchens Ltd' }],
        silencedNumbers: [],
      }),
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  const dialog = await screen.findByRole('dialog')
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^You are the only Owner of Kitchens Ltd\./)
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  expect(within(dialog).queryByRole('button', { name: 'Delete my account' })).toBeNull()
})
