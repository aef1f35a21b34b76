import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { assignmentRoutes, type CampaignAssignment } from '#contract/leads/assignment/assignment.ts'
import { noRule } from '#contract/leads/assignment/assignment-shapes.ts'
import type { Role } from '#contract/roles.ts'
import { aCampaign, aSession, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { idOf } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { CampaignAssignmentPart } from './campaign-assignment.tsx'

const [dana, yossi] = [idOf(71), idOf(72)]
const someone = (_id: string, name: string, more: object = {}) => ({
  ...{ user: { _id, name, image: null }, isOnShift: true, open: 4, capacity: null, ...more },
})
const anAssignment = (changes: Partial<CampaignAssignment> = {}): CampaignAssignment => ({
  rule: {
    ...noRule,
    mode: 'weighted',
    members: [
      { userId: yossi, weight: 3 },
      { userId: dana, weight: 1 },
    ],
    escalation: { userIds: [], leads: true, owners: false, handOvers: 2 },
  },
  version: 7,
  people: [
    someone(dana, 'Dana', { isOnShift: false }),
    someone(yossi, 'Yossi', { open: 12, capacity: 30 }),
    someone(USER_ID, 'Noam'),
  ],
  waiting: 0,
  ...changes,
})
const details = (target: number | null = 30) => ({ ...aCampaign({ responseTarget: target }), members: [] })
const replyWith = (assignment: CampaignAssignment) => ({ success: true as const, assignment })

type Opened = {
  assignment?: CampaignAssignment
  role?: Role
  replies?: ReturnType<typeof reply>[]
  target?: number | null
}
const open = ({ assignment = anAssignment(), role = 'Owner', replies = [], target = 30 }: Opened = {}) =>
  renderPage(<CampaignAssignmentPart campaign={details(target)} />, {
    session: aSession({ role }),
    replies: [
      reply(assignmentRoutes.get, replyWith(assignment)),
      reply(assignmentRoutes.changeCapacity, { success: true }),
      reply(assignmentRoutes.change, ({ body }) => {
        const { rule, expected } = body as { rule: CampaignAssignment['rule']; expected: number }
        return replyWith({ ...assignment, rule, version: expected + 1 })
      }),
      ...replies,
    ],
  })
const edit = async (page: Awaited<ReturnType<typeof open>>) => {
  await page.user.click(await screen.findByRole('button', { name: 'Change the rule' }))
  return within(await screen.findByRole('dialog'))
}
const sent = ({ server }: Awaited<ReturnType<typeof open>>) =>
  server.sentTo(assignmentRoutes.change).map(({ body }) => body)

test('says the rule in sentences, with the people in their order and what they have', async () => {
  await open({ assignment: anAssignment({ waiting: 2 }) })
  await screen.findByText('Each person gets as many leads as their weight says')
  screen.getByText('First response target: 30 working minutes')
  screen.getByText('A lead that is not answered in time is handed over to the next person, up to 2 times')
  screen.getByText('2 leads wait for a free person')
  const people = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(people.slice(-2)).toEqual([
    expect.stringContaining('YossiWeight 312 open leads of 30'),
    expect.stringContaining('DanaWeight 14 open leadsOff shift now'),
  ])
})

test('a campaign without a rule says that leads stay unassigned; those who may not change it see nothing', async () => {
  const { unmount } = await open({ assignment: anAssignment({ rule: noRule, version: 0 }), target: null })
  await screen.findByText('New leads stay unassigned')
  screen.getByText('No first response target')
  unmount()
  await open({ role: 'Reader' })
  await waitFor(() => expect(screen.queryByText('Assignment of new leads')).toBeNull())
})

test('people, weights, capacity and what happens to late leads are changed in one dialog', async () => {
  const page = await open()
  const dialog = await edit(page)
  await page.user.click(dialog.getByRole('checkbox', { name: /Noam/ }))
  const weight = dialog.getByLabelText('Weight of Noam')
  await page.user.clear(weight)
  await page.user.type(weight, '5')
  await page.user.type(dialog.getByLabelText('Most open leads of Dana'), '20')
  await page.user.click(dialog.getByRole('checkbox', { name: /Owners/ }))
  await page.user.click(dialog.getByRole('switch', { name: /Wait for the next free person/ }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const members = [
    { userId: yossi, weight: 3 },
    { userId: dana, weight: 1 },
    { userId: USER_ID, weight: 5 },
  ]
  const escalation = { userIds: [], leads: true, owners: true, handOvers: 2 }
  expect(sent(page)).toEqual([
    { expected: 7, rule: { ...noRule, mode: 'weighted', waits: false, members, escalation } },
  ])
  expect(page.server.sentTo(assignmentRoutes.changeCapacity).map(({ params, body }) => [params.id, body])).toEqual([
    [dana, { capacity: 20 }],
  ])
})

test('in turn: the order is changed by buttons, and at least one person is needed', async () => {
  const page = await open()
  const dialog = await edit(page)
  await page.user.click(dialog.getByRole('radio', { name: /^In turn$/ }))
  await page.user.click(dialog.getByRole('button', { name: 'Move Dana up' }))
  for (const name of [/Dana/, /Yossi/]) await page.user.click(dialog.getByRole('checkbox', { name }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  dialog.getByText('Choose at least one person')
  expect(sent(page)).toEqual([])
  for (const name of [/Dana/, /Yossi/]) await page.user.click(dialog.getByRole('checkbox', { name }))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(page)).toHaveLength(1))
  expect(sent(page)).toMatchObject([{ rule: { mode: 'roundRobin', members: [{ userId: dana }, { userId: yossi }] } }])
})

test('if the rule was changed in the meantime, nothing typed is lost, and it is replaced only when asked', async () => {
  const page = await open()
  const dialog = await edit(page)
  await page.user.click(dialog.getByRole('switch', { name: /Assign only to people on shift/ }))
  page.server.use(refusal(assignmentRoutes.change, 409, 'changed_meanwhile'))
  page.server.use(reply(assignmentRoutes.get, replyWith(anAssignment({ version: 8 }))))
  await page.user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('The rule was changed in the meantime. Saving again replaces that change')
  page.server.use(reply(assignmentRoutes.change, replyWith(anAssignment({ version: 9 }))))
  await page.user.click(await dialog.findByRole('button', { name: 'Replace and save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(page).map((body) => (body as { expected: number }).expected)).toEqual([7, 8])
  expect(sent(page).at(-1)).toMatchObject({ rule: { onShiftOnly: false } })
})

test('without a target the dialog says that no lead is late', async () => {
  const page = await open({ target: null })
  const dialog = await edit(page)
  dialog.getByText(/The campaign has no first response target/)
  expect(CAMPAIGN_ID).toBe(details()._id)
})
