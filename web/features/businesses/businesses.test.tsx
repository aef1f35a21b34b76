import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { currentBusinessId } from '../../lib/current.ts'
import { paths } from '../../lib/paths.ts'
import { aSession } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { CreateBusinessPage } from './create-business-page.tsx'
import { NoBusiness } from './no-business.tsx'

const NEW_ID = '018f0000-0000-7000-8000-0000000000ff'
const business = { _id: NEW_ID, name: 'סטודיו Stern', email: null, image: null }
const session = aSession()
const withNew = {
  ...session,
  businesses: [...session.businesses, { business, businessId: NEW_ID, role: 'Owner' as const }],
}
const open = (...replies: ReturnType<typeof reply>[]) =>
  renderPage(<CreateBusinessPage />, { path: paths.createBusiness, replies })
const submit = () => screen.getByRole('button', { name: 'Create business' })

test('the new business becomes the current one; what was left empty is not sent', async () => {
  const page = await open(
    reply(businessRoutes.create, { success: true, business }),
    reply(authRoutes.getCurrentUser, withNew),
  )
  await page.user.type(await screen.findByLabelText(/Business name/), ' סטודיו Stern ')
  await page.user.type(screen.getByLabelText('Business phone'), '03-612-4477')
  await page.user.click(submit())
  await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.campaigns(NEW_ID)))
  expect(currentBusinessId()).toBe(NEW_ID)
  expect(page.server.sentTo(businessRoutes.create)[0]?.body).toEqual({ name: ' סטודיו Stern ', phone: '03-612-4477' })
})

test('a failure is said and the form is kept', async () => {
  const page = await open(refusal(businessRoutes.create, 500, 'internal'))
  await page.user.type(await screen.findByLabelText(/Business name/), 'Stern')
  await page.user.click(submit())
  await screen.findByText('Error creating business')
  expect((screen.getByLabelText(/Business name/) as HTMLInputElement).value).toBe('Stern')
})

test('names the shortest name, and a gap', async () => {
  const page = await open()
  await page.user.click(await screen.findByRole('button', { name: 'Create business' }))
  await screen.findByText('Please fill in all required fields')
  await page.user.type(screen.getByLabelText(/Business name/), 'AB')
  await page.user.click(submit())
  await screen.findByText('Minimum 3 characters required')
  expect(page.server.calls).toEqual([])
})

test('without a business one may create one or open an invitation', async () => {
  await renderPage(<NoBusiness />, { path: paths.dashboard, session: aSession({ businesses: [] }) })
  expect((await screen.findByRole('link', { name: 'Create business' })).getAttribute('href')).toBe(paths.createBusiness)
  screen.getByText(/Open the link in the invitation/)
})
