import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Call } from '#contract/calls/calls.ts'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import type { Role } from '#contract/roles.ts'
import { aCall, callDetails } from '../../../testing/call-fakes.ts'
import { aSession, BUSINESS_ID, USER_ID } from '../../../testing/fakes.ts'
import { NOAM } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { LogActions } from './log-actions.tsx'

const HOUR_MS = 3_600_000
const SHIRA = { _id: USER_ID, name: 'Shira', image: null }
const until = (ms: number) => ({ note: 'From my car', removableUntil: new Date(Date.now() + ms).toISOString() })
const LOGGED = aCall(1, {
  ...{
    direction: 'outbound',
    startedAt: '2026-01-01T08:00:17.000Z',
    duration: 240,
    caller: null,
    called: '+972541234567',
  },
  ...{ madeBy: SHIRA, answeredBy: SHIRA, logged: until(HOUR_MS), recording: null, recordLink: null },
})
const said = {
  ...{ direction: 'outbound', startedAt: LOGGED.startedAt, isAnswered: true, minutes: 4, note: 'From my car' },
}

async function show(call: Call = LOGGED, role: Role = 'Writer') {
  const onGone = vi.fn()
  const ok = { success: true as const, call }
  const page = await renderPage(<LogActions businessId={BUSINESS_ID} call={callDetails(call)} onGone={onGone} />, {
    path: `/b/${BUSINESS_ID}`,
    session: aSession({ role }),
    replies: [
      reply(outgoingRoutes.editLog, ok),
      reply(outgoingRoutes.removeLog, { success: true }),
      reply(outgoingRoutes.restoreLog, ok),
    ],
  })
  return { ...page, onGone }
}
const editButton = () => screen.queryByRole('button', { name: 'Edit logged call' })

test('the author changes the note; the rest is kept to the second, and undo brings it back', async () => {
  const { user, server } = await show()
  await screen.findByRole('button', { name: 'Edit logged call' })
  await userEvent.click(editButton() as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the logged call with Caller 1' }))
  const note = dialog.getByLabelText('What was said')
  await user.clear(note)
  await user.type(note, 'Prices')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(outgoingRoutes.editLog)[0]?.body).toEqual({ ...said, note: 'Prices' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.sentTo(outgoingRoutes.editLog)[1]?.body).toEqual(said))
})

test('a deletion is undone from its message', async () => {
  const { user, server, onGone } = await show()
  await user.click(screen.getByRole('button', { name: 'Delete logged call' }))
  await waitFor(() => expect(onGone).toHaveBeenCalledOnce())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.sentTo(outgoingRoutes.restoreLog)).toHaveLength(1))
})

test('after a day, and of a colleague, only Owner and Admin', async () => {
  const late = { ...LOGGED, logged: until(-HOUR_MS) }
  const { unmount } = await show(late)
  expect(editButton()).toBeNull()
  unmount()
  const owned = await show({ ...late, madeBy: NOAM }, 'Owner')
  expect(editButton()).not.toBeNull()
  owned.unmount()
  await show({ ...LOGGED, madeBy: NOAM })
  expect(editButton()).toBeNull()
})
