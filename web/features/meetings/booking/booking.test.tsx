import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type OpenBookingPage, guestBookingRoutes as routes } from '#contract/leads/meetings/booking/guest-booking.ts'
import { renderPage } from '../../../testing/render.tsx'
import { refusal, reply } from '../../../testing/replies.ts'
import { BookingFlow } from './booking.tsx'

const TIME = '2026-12-07T08:00:00.000Z'
const page: OpenBookingPage = {
  ...{ state: 'open', business: { name: 'Barak', image: null }, title: { he: 'פגישה', en: 'First talk' } },
  ...{ intro: { he: '', en: '' }, consent: { he: '', en: '' }, kind: 'phone', place: '' },
  ...{ durations: [30], questions: [], lastDay: '2099-12-31', token: 'token' },
}

it('says at the phone that it cannot be one, and sends nothing until it is changed', async () => {
  const { user, server } = await renderPage(<BookingFlow slug="barak" />, {
    path: '/book/barak',
    replies: [
      reply(routes.read, { success: true, page }),
      reply(routes.slots, { success: true, days: [{ day: '2026-12-07', times: [TIME], closed: null }] }),
      refusal(routes.book, 409, 'too_many_meetings'),
    ],
    session: null,
  })
  await user.click(await screen.findByRole('button', { name: '10:00' }))
  const book = screen.getByRole<HTMLButtonElement>('button', { name: /^Book:/ })
  expect(book.disabled).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /^Full name/ }), 'Dana Levi')
  const phone = screen.getByRole('textbox', { name: /^Phone/ })
  await user.type(phone, '12')
  await user.click(book)
  await screen.findByText('Invalid phone number')
  expect(phone.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Please fill in the required details.')).toBeNull()
  expect(server.sentTo(routes.book)).toEqual([])
  await user.type(phone, '34567890')
  expect(screen.queryByText('Invalid phone number')).toBeNull()
  await user.click(book)
  await waitFor(() => expect(server.sentTo(routes.book)).toHaveLength(1))
})
