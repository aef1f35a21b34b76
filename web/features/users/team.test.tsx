import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import { type ListedUser, teamRoutes } from '#contract/team/team.ts'
import { TeamPage } from '../../app/pages/team-page.tsx'
import { storage } from '../../lib/storage.ts'
import { BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { asksWho, confirmIdentity } from '../../testing/identity.ts'
import { idOf, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'

const aUser = (changes: Partial<ListedUser> = {}): ListedUser => ({
  _id: idOf(700),
  name: 'Noa Levi',
  image: null,
  status: 'Active',
  phone: '+972724440001',
  email: 'noa@example.test',
  role: 'Writer',
  campaigns: [
    { _id: CAMPAIGN_ID, name: 'מטבחים', role: 'Writer', hearsCalls: false, exportsCalls: false, exportsLeads: false },
  ],
  hearsCalls: false,
  joinedAt: '2026-01-05T10:00:00.000Z',
  lastSeenAt: null,
  suspendedAt: null,
  hasTwoFactor: false,
  ...changes,
})
const pagination = { page: 1, limit: 10, total: 1, totalIsExact: true, pages: 1 }
const list = (...users: ListedUser[]) =>
  reply(teamRoutes.list, { success: true, users, pagination: { ...pagination, total: users.length } })
const open = (...replies: FakeReply[]) =>
  renderPage(<TeamPage />, {
    path: `/b/${BUSINESS_ID}/users`,
    route: '/b/$businessId/users',
    replies: [...surroundings('Owner'), ...replies],
  })
const team = async () => within(await screen.findByRole('region', { name: 'Team' }))
const act = async (page: Awaited<ReturnType<typeof open>>, name: string) => {
  await page.user.click(await (await team()).findByRole('button', { name: 'Actions for Noa Levi' }))
  await page.user.click(await screen.findByRole('menuitem', { name }))
  return within(await screen.findByRole('dialog'))
}

test('shows status, phone, e-mail, role, campaigns, joining and last activity of each member', async () => {
  await open(
    list(aUser(), aUser({ _id: idOf(701), name: 'Dan', suspendedAt: '2026-02-01T10:00:00.000Z', phone: null })),
  )
  const rows = await (await team()).findAllByRole('row')
  const cells = rows.map((row) => [...row.querySelectorAll('th,td')].map((cell) => cell.textContent))
  expect(cells[0]?.slice(0, 8)).toEqual([
    'Name',
    'Status',
    'Phone',
    'Email',
    'Role',
    'Campaigns',
    'Joined',
    'Last seen',
  ])
  expect(cells[1]?.slice(0, 8)).toEqual([
    'Noa Levi',
    'Active',
    '072-444-0001',
    'noa@example.test',
    'Writer',
    'מטבחים',
    '5 Jan 2026',
    'Never',
  ])
  expect(cells[2]?.slice(0, 3)).toEqual(['Dan', 'Suspended', '–'])
})

test('names all campaigns of a member on keyboard focus', async () => {
  const campaign = aUser().campaigns[0] as ListedUser['campaigns'][number]
  await open(list(aUser({ campaigns: [campaign, { ...campaign, _id: idOf(705), name: 'Bathrooms' }] })))
  const button = await (await team()).findByRole('button', { name: 'מטבחים, Bathrooms' })
  expect(button.textContent).toBe('מטבחים+1מטבחים, Bathrooms')
  button.focus()
  expect((await screen.findByRole('tooltip')).textContent).toBe('מטבחיםBathrooms')
})

test('keeps its page size apart from other tables', async () => {
  storage.pageSize('user').set(25)
  storage.pageSize('invited').set(50)
  const page = await open(list(aUser()))
  await (await team()).findByText('Noa Levi')
  expect(page.server.sentTo(teamRoutes.list).at(-1)?.query).toMatchObject({ limit: '25' })
})

test('offers the selectable roles, strongest first', async () => {
  const page = await open(list(aUser()))
  const dialog = await act(page, 'Role and campaigns')
  await page.user.click(dialog.getByRole('combobox', { name: 'Role' }))
  const roles = within(await screen.findByRole('listbox'))
  expect(roles.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Owner',
    'Affiliate',
    'Lead',
    'Writer',
    'Reader',
  ])
})

test('sets the most open leads that rules may give a member, and takes the maximum away', async () => {
  const page = await open(
    list(aUser()),
    reply(assignmentRoutes.capacity, { success: true, open: 12, capacity: 30 }),
    reply(assignmentRoutes.changeCapacity, { success: true }),
  )
  const sent = () => page.server.sentTo(assignmentRoutes.changeCapacity).map(({ params, body }) => [params.id, body])
  const dialog = await act(page, 'Most open leads')
  const field = (await dialog.findByLabelText('Most open leads')) as HTMLInputElement
  expect(field.value).toBe('30')
  dialog.getByText('12 leads are open now')
  await page.user.clear(field)
  await page.user.type(field, '45')
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved. Changes apply immediately')
  expect(sent()).toEqual([[idOf(700), { capacity: 45 }]])
  const again = await act(page, 'Most open leads')
  await page.user.clear(await again.findByLabelText('Most open leads'))
  await page.user.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()[1]).toEqual([idOf(700), { capacity: null }]))
})

test('of oneself only the capacity is set', async () => {
  const page = await open(list(aUser({ _id: USER_ID })))
  await page.user.click(await (await team()).findByRole('button', { name: 'Actions for Noa Levi' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Most open leads'])
})

test('marks members who use two-factor authentication', async () => {
  await open(list(aUser({ hasTwoFactor: true }), aUser({ _id: idOf(704), name: 'Dan Katz' })))
  await (await team()).findByText('Dan Katz')
  expect((await team()).getAllByRole('img', { name: 'Uses two-factor authentication' })).toHaveLength(1)
})

test('shows the specification’s text when loading fails, and retries', async () => {
  const page = await open(refusal(teamRoutes.list, 500, 'internal'))
  expect(await screen.findByText('Failed to fetch users. Please try again.')).toBeDefined()
  page.server.use(list(aUser()))
  await page.user.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
  expect(await (await team()).findByText('Noa Levi')).toBeDefined()
})

test('changes role, campaigns and access to calls in one request', async () => {
  const page = await open(list(aUser()), reply(teamRoutes.change, { success: true, user: aUser({ role: 'Lead' }) }))
  const dialog = await act(page, 'Role and campaigns')
  await page.user.click(dialog.getByRole('combobox', { name: 'Role' }))
  await page.user.click(await screen.findByRole('option', { name: 'Lead' }))
  const heard = within(await dialog.findByRole('group', { name: 'Can view and listen to calls in' }))
  await page.user.click(heard.getByRole('checkbox'))
  // Exporting requires hearing calls, so it is offered after that.
  const exported = within(await dialog.findByRole('group', { name: 'Can export calls from' }))
  await page.user.click(exported.getByRole('checkbox'))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved. Changes apply immediately')
  expect(page.server.sentTo(teamRoutes.change).map(({ body }) => body)).toEqual([
    {
      role: 'Lead',
      campaigns: [{ campaignId: CAMPAIGN_ID, role: 'Lead', hearsCalls: true, exportsCalls: true, exportsLeads: false }],
    },
  ])
})

test('requires the password to suspend or remove another Owner', async () => {
  const preview = { success: true as const, openLeads: 0, people: [], silencedNumbers: [] }
  const user = aUser({ role: 'Owner' })
  const page = await open(
    list(user),
    reply(teamRoutes.assignees, preview),
    asksWho(teamRoutes.suspend),
    asksWho(teamRoutes.remove),
  )
  const first = await act(page, 'Suspend')
  await page.user.click(first.getByRole('button', { name: 'Suspend' }))
  const suspended = await confirmIdentity(page, reply(teamRoutes.suspend, { success: true, user }))
  await screen.findByText('Noa Levi is suspended')
  expect(suspended()).toEqual([{}, { password: 'secret words' }])

  const second = await act(page, 'Remove from the business')
  await page.user.click(await second.findByRole('button', { name: 'Remove' }))
  const done = reply(teamRoutes.remove, { success: true, openLeads: 0, operationId: null })
  const removed = await confirmIdentity(page, done)
  await screen.findByText('Noa Levi was removed from this business')
  expect(removed()).toEqual([{ takeOver: null }, { takeOver: null, password: 'secret words' }])
})

test('asks before suspending, and does not remove a member whose open leads have no new assignee', async () => {
  const page = await open(
    list(aUser()),
    reply(teamRoutes.suspend, { success: true, user: aUser() }),
    reply(teamRoutes.assignees, {
      success: true,
      openLeads: 3,
      people: [{ _id: idOf(702), name: 'Heir', image: null }],
      silencedNumbers: [{ _id: idOf(705), phone: '+972724440007', label: 'Radio' }],
    }),
    reply(teamRoutes.remove, { success: true, openLeads: 3, operationId: idOf(703) }),
  )
  const first = await act(page, 'Suspend')
  await first.findByText('This number would have no destination')
  expect(first.getByRole('listitem').textContent).toBe('072-444-0007 Radio')
  await page.user.click(first.getByRole('button', { name: 'Suspend' }))
  await screen.findByText('Noa Levi is suspended')

  const second = await act(page, 'Remove from the business')
  await second.findByText('This number would have no destination')
  await page.user.click(await second.findByRole('combobox', { name: 'Who should get 3 open leads?' }))
  expect((second.getByRole('button', { name: 'Remove' }) as HTMLButtonElement).disabled).toBe(true)
  await page.user.click(await screen.findByRole('option', { name: 'Heir' }))
  await page.user.click(second.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Noa Levi was removed from this business')
  expect(page.server.sentTo(teamRoutes.remove).map(({ body }) => body)).toEqual([{ takeOver: idOf(702) }])
})
