import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { useBusiness } from '../lib/session/session.ts'
import { aSession } from '../testing/fakes.ts'
import { renderPage } from '../testing/render.tsx'
import { heldPage } from './held-page.tsx'

const Page = heldPage({ component: () => <h1>{useBusiness().role}</h1> }, true)

test('a page of a business is shown in one, and not rendered without one', async () => {
  const { unmount } = await renderPage(<Page />)
  await screen.findByRole('heading', { name: 'Owner' })
  unmount()
  await renderPage(<Page />, { session: aSession({ businesses: [] }) })
  await screen.findByRole('status', { name: 'Loading' })
})
