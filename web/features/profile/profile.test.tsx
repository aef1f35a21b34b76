import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { profileRoutes, type Session } from '#contract/profile.ts'
import { NO_PLAN } from '#contract/shifts/shift-shapes.ts'
import { shiftRoutes } from '#contract/shifts/shifts.ts'
import { swapRoutes } from '#contract/shifts/swaps.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { userRoutes } from '#contract/team/users.ts'
import { switchLanguage } from '../../lib/i18n/language.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { aSession } from '../../testing/fakes.ts'
import { asksWho, confirmIdentity } from '../../testing/identity.ts'
import { openApp } from '../../testing/open-app.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import * as crop from '../../ui/forms/crop-image.ts'

const { user: me } = aSession()
const aDevice = (changes: Partial<Session>): Session => ({
  _id: '018f0000-0000-7000-8000-00000000a001',
  device: { browser: 'Chrome', system: 'Windows' },
  ip: '198.51.100.7',
  createdAt: '2025-11-01T08:00:00Z',
  lastSeenAt: '2025-11-01T09:30:00Z',
  isCurrent: false,
  ...changes,
})
const here = aDevice({ isCurrent: true })
const there = aDevice({ _id: '018f0000-0000-7000-8000-00000000a002', device: { browser: 'Safari', system: 'iPhone' } })
const pending = {
  email: 'new@alon-reno.test',
  isOldConfirmed: true,
  isNewConfirmed: false,
  expiresAt: '2025-11-20T10:00:00Z',
}
const noPending = reply(profileRoutes.pendingEmail, { success: true, pending: null })
const sessionsReply = reply(profileRoutes.sessions, { success: true, sessions: [there, here] })

const ownerOf = (id: string) => ({
  ...{ _id: id, name: 'Dana', image: null, status: 'Active' as const, phone: null, email: 'dana@alon-reno.test' },
  ...{ role: 'Owner' as const, campaigns: [], hearsCalls: false, joinedAt: '2025-01-01T08:00:00Z' },
  ...{ lastSeenAt: null, suspendedAt: null, hasTwoFactor: false },
})
const owners = (...ids: string[]) =>
  reply(teamRoutes.list, {
    success: true,
    users: ids.map(ownerOf),
    pagination: { page: 1, limit: 10, total: ids.length, totalIsExact: true, pages: 1 },
  })

type Options = Parameters<typeof openApp>[1]
const noTwoFactor = reply(twoFactorRoutes.get, { success: true, since: null, recoveryCodesLeft: 0, hasPassword: true })
const noPasskeys = reply(passkeyRoutes.list, { success: true, passkeys: [] })
const open = (replies: NonNullable<Options>['replies'] = [], options: Options = {}) =>
  openApp(paths.profile, { ...options, replies: [noPending, noTwoFactor, noPasskeys, sessionsReply, ...replies] })
const section = async (title: string) => within(await screen.findByRole('region', { name: title }))

test('the name is saved on its own, and the frame shows it at once', async () => {
  const page = await open([
    reply(userRoutes.update, ({ body }) => ({
      success: true,
      updatedUser: { ...me, name: (body as { name: string }).name },
    })),
  ])
  const you = await section('Personal details')
  const save = you.getByRole('button', { name: 'Save' }) as HTMLButtonElement
  const field = you.getByLabelText('Full name')
  expect(save.disabled).toBe(true)
  await page.user.clear(field)
  await page.user.type(field, 'a@b')
  await page.user.click(save)
  await you.findByText('A full name cannot contain an @')
  await page.user.clear(field)
  await page.user.type(field, 'Shira Stern')
  await page.user.click(save)
  await screen.findByText('Saved')
  expect(page.server.sentTo(userRoutes.update).map(({ body }) => body)).toEqual([{ name: 'Shira Stern' }])
  await waitFor(() => expect(save.disabled).toBe(true))
  screen.getByRole('button', { name: /^Shira Stern/ })
})

test('a name that could not be saved stays in its field, without a message', async () => {
  const page = await open([refusal(userRoutes.update, 500, 'internal')])
  const you = await section('Personal details')
  await page.user.type(you.getByLabelText('Full name'), ' X')
  await page.user.click(you.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(page.server.sentTo(userRoutes.update)).toHaveLength(1))
  await waitFor(() => expect((you.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(false))
  expect((you.getByLabelText('Full name') as HTMLInputElement).value).toBe('שירה בן־דוד X')
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
})

const choose = (files: File[]) => fireEvent.change(screen.getByTestId('avatar-file'), { target: { files } })
const aFile = (type: string, size = 10) => new File([new Uint8Array(size)], 'image.png', { type })

test('a file that is no image, too large, missing or one of two is refused beside the image, and nothing is sent', async () => {
  const page = await open()
  await section('Personal details')
  for (const [files, text] of [
    [[aFile('image/svg+xml')], /file type is not supported/],
    [[aFile('image/png', 5 * 1024 * 1024 + 1)], 'The file is too large. The limit is 5 MB'],
    [[], 'No file selected'],
    [[aFile('image/png'), aFile('image/png')], 'Choose one file only'],
  ] as const) {
    choose([...files])
    await screen.findByText(text)
  }
  vi.spyOn(crop, 'readPicture').mockRejectedValue(new crop.NotAPicture())
  choose([aFile('image/png')])
  await screen.findByText(/file type is not supported/)
  expect(page.server.sentTo(avatarRoutes.user)).toEqual([])
})

test('a change of phone requires the code sent to it; the current number stays until then', async () => {
  const phone = '+972724440099'
  const page = await open([
    asksWho(authRoutes.sendPhoneCode),
    refusal(authRoutes.verifyPhone, 422, 'code_wrong', { message: 'The code is wrong' }),
  ])
  const block = await section('Phone')
  block.getByText('072-444-0001')
  await page.user.click(block.getByRole('button', { name: 'Change' }))
  await page.user.type(block.getByLabelText('New phone'), '0724440099')
  await page.user.click(block.getByRole('button', { name: 'Send code' }))
  const sent = await confirmIdentity(
    page,
    reply(authRoutes.sendPhoneCode, { success: true, sentTo: phone, channel: 'sms' }),
  )
  const boxes = await block.findAllByRole('textbox')
  block.getByText('072-444-0099')
  await page.user.type(boxes[0] as HTMLElement, '111111')
  await block.findByText('The code is wrong')
  page.server.use(reply(authRoutes.verifyPhone, { success: true, user: { ...me, phone } }))
  await page.user.type(block.getAllByRole('textbox')[0] as HTMLElement, '123456')
  await screen.findByText('Your phone number was changed')
  block.getByText('072-444-0099')
  expect(sent()).toEqual([{ phone: '0724440099' }, { phone: '0724440099', password: 'secret words' }])
})

test('a change of e-mail shows which address has yet to confirm, and can be cancelled', async () => {
  const page = await open([
    reply(profileRoutes.changeEmail, { success: true, pending }),
    reply(profileRoutes.keepEmail, { success: true }),
  ])
  const block = await section('Email')
  await page.user.click(await block.findByRole('button', { name: 'Change' }))
  await page.user.type(block.getByLabelText('New email'), 'new@alon-reno.test')
  await page.user.type(block.getByLabelText('Your password'), 'secret words')
  await page.user.click(block.getByRole('button', { name: 'Send links' }))
  const rows = await block.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'shira@alon-reno.testConfirmed',
    'new@alon-reno.testAwaiting confirmation',
  ])
  expect(page.server.sentTo(profileRoutes.changeEmail)[0]?.body).toEqual({
    email: 'new@alon-reno.test',
    password: 'secret words',
  })
  await page.user.click(block.getByRole('button', { name: 'Keep the current address' }))
  await block.findByRole('button', { name: 'Change' })
})

test('a wrong password is reported beside its field', async () => {
  const issues = [{ path: 'current', message: 'The password is wrong' }]
  const page = await open([refusal(profileRoutes.changePassword, 422, 'invalid_input', { issues })])
  const block = await section('Password')
  await page.user.type(block.getByLabelText('Current password'), 'a guess')
  await page.user.type(block.getByLabelText('New password'), 'long enough 7')
  await page.user.type(block.getByLabelText('Confirm new password'), 'long enough 8')
  await page.user.click(block.getByRole('button', { name: 'Change password' }))
  await block.findByText('The passwords do not match')
  await page.user.type(block.getByLabelText('Confirm new password'), '{backspace}7')
  await page.user.click(block.getByRole('button', { name: 'Change password' }))
  await block.findByText('The password is wrong')
  page.server.use(reply(profileRoutes.changePassword, { success: true, message: 'Changed' }))
  await page.user.click(block.getByRole('button', { name: 'Change password' }))
  await screen.findByText('Changed')
  await waitFor(() => expect((block.getByLabelText('Current password') as HTMLInputElement).value).toBe(''))
})

test('devices: this one is marked and listed first, others can be signed out one by one or together', async () => {
  const page = await open([
    reply(profileRoutes.revokeSession, { success: true }),
    reply(profileRoutes.revokeOthers, { success: true }),
  ])
  const block = await section('Devices')
  const rows = await block.findAllByRole('listitem')
  expect(rows.map((row) => within(row).getByText(/on (Windows|iPhone)/).textContent)).toEqual([
    'Chrome on Windows',
    'Safari on iPhone',
  ])
  within(rows[0] as HTMLElement).getByText('This device')
  expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull()
  await page.user.click(block.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await screen.findByText('The device was signed out')
  expect(page.server.sentTo(profileRoutes.revokeSession)[0]?.params).toEqual({ id: there._id })
  page.server.use(reply(profileRoutes.sessions, { success: true, sessions: [here] }))
  await page.user.click(block.getByRole('button', { name: 'Sign out all other devices' }))
  await screen.findByText('All other devices were signed out')
  await waitFor(() => expect(block.queryByText('Safari on iPhone')).toBeNull())
  expect(block.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull()
})

test('scheme and lead view are applied at once', async () => {
  const page = await open([reply(userRoutes.update, { success: true, updatedUser: { ...me, leadView: 'cards' } })])
  const block = await section('Display')
  await page.user.click(block.getByLabelText('Dark'))
  expect(storage.darkMode.get()).toBe(true)
  await page.user.click(block.getByLabelText('System'))
  expect(storage.darkMode.get()).toBeNull()
  await page.user.click(block.getByLabelText('Cards'))
  await waitFor(() => expect(page.server.sentTo(userRoutes.update)[0]?.body).toEqual({ leadView: 'cards' }))
})

test('typed values survive a change of language, except passwords', async () => {
  const page = await open([reply(userRoutes.update, { success: true, updatedUser: { ...me, userLanguage: 'he' } })])
  const you = await section('Personal details')
  await page.user.type(you.getByLabelText('Full name'), ' Stern')
  await page.user.type(screen.getByLabelText('Current password'), 'secret')
  await page.user.click((await section('Display')).getByLabelText('עברית'))
  expect(((await screen.findByLabelText('שם מלא')) as HTMLInputElement).value).toBe('שירה בן־דוד Stern')
  expect((screen.getByLabelText('סיסמה נוכחית') as HTMLInputElement).value).toBe('')
  await waitFor(() => expect(page.server.sentTo(userRoutes.update)[0]?.body).toEqual({ userLanguage: 'he' }))
  await switchLanguage('en')
})

test('leaving with unsaved changes asks first; discarded values are not kept', async () => {
  const page = await open()
  const you = await section('Personal details')
  await page.user.type(you.getByLabelText('Full name'), ' Stern')
  void page.router.navigate({ to: paths.createBusiness })
  await page.user.click(await screen.findByRole('button', { name: 'Stay on the page' }))
  expect(page.at()).toBe(paths.profile)
  expect((you.getByLabelText('Full name') as HTMLInputElement).value).toBe('שירה בן־דוד Stern')
  void page.router.navigate({ to: paths.createBusiness })
  await page.user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(page.at()).toBe(paths.createBusiness))
  await page.router.navigate({ to: paths.profile })
  const again = await section('Personal details')
  expect((again.getByLabelText('Full name') as HTMLInputElement).value).toBe('שירה בן־דוד')
})

test('the menus lead here, and the page of shifts shows it, too', async () => {
  const shifts = { plan: NO_PLAN, agreed: null, weeks: [], pause: null }
  const own = { success: true as const, userId: me._id, shifts, version: 0, onCallCounts: false, templates: [] }
  const page = await openApp('/user/settings/shifts', {
    replies: [
      ...[noPending, noTwoFactor, noPasskeys, sessionsReply],
      reply(shiftRoutes.own, own),
      reply(swapRoutes.list, { success: true, swaps: [] }),
    ],
  })
  await screen.findByRole('heading', { name: 'My Shifts' })
  await section('Devices')
  await page.user.click(screen.getByRole('button', { name: /account menu/i }))
  expect((await screen.findByRole('menuitem', { name: 'My profile' })).getAttribute('href')).toBe(paths.profile)
})

test('a person with an unverified phone reaches the profile, without the frame', async () => {
  await open([], { session: aSession({ user: { ...me, status: 'Pending' }, businesses: [] }) })
  await section('Devices')
  expect(screen.getByRole('link', { name: 'Confirm your phone' }).getAttribute('href')).toBe(paths.verifyPhone)
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('the only Owner is warned beforehand, and led to where another is appointed', async () => {
  await open([owners(me._id)])
  const { business } = aSession().businesses[0] ?? {}
  const leaving = await section(`Leave ${business?.name}`)
  leaving.getByText(/you are the only one/)
  expect(leaving.queryByRole('button', { name: 'Leave the business' })).toBeNull()
  expect(leaving.getByRole('link', { name: 'Go to transfer ownership' }).getAttribute('href')).toBe(
    paths.businessInfo(business?._id ?? ''),
  )
})

test('leaves the business after its name is typed; the last Owner is shown why they may not', async () => {
  const refused = refusal(teamRoutes.leave, 409, 'last_owner', { message: 'A business needs an Owner' })
  const { _id = '', name = '' } = aSession().businesses[0]?.business ?? {}
  const silenced = (label: string, business: { _id: string; name: string }) => ({
    ...{ _id: label, phone: '+972724440007', label },
    business,
  })
  const silencedNumbers = [silenced('Radio', { _id, name }), silenced('Bus', { _id: 'another', name: 'Another' })]
  const page = await open([
    owners(me._id, there._id),
    reply(teamRoutes.leaving, { success: true, soleOwnerOf: [], silencedNumbers }),
    refused,
  ])
  const leaving = await section(`Leave ${name}`)
  await page.user.click(leaving.getByRole('button', { name: 'Leave the business' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('This number would have no destination')
  expect(dialog.getByRole('listitem').textContent?.trim()).toBe('072-444-0007 Radio')
  await page.user.type(dialog.getByRole('textbox'), name)
  await page.user.click(dialog.getByRole('button', { name: 'Leave the business' }))
  await screen.findByText('A business needs an Owner')
  page.server.use(asksWho(teamRoutes.leave))
  page.server.use(reply(authRoutes.getCurrentUser, { ...aSession(), businesses: [] }))
  await page.user.click(dialog.getByRole('button', { name: 'Leave the business' }))
  const sent = await confirmIdentity(page, reply(teamRoutes.leave, { success: true }))
  await screen.findByText(`You have left ${name}`)
  expect(sent().at(-1)).toEqual({ password: 'secret words' })
  await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.dashboard))
})
