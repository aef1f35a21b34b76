import { act, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { setKeptShown } from '../../lib/session/device/kept-shown.ts'
import { renderPage } from '../../testing/render.tsx'
import { OfflineBanner } from './offline-banner.tsx'

afterEach(() => setKeptShown(false))

it('stands from the moment that kept leads are shown until the server answers', async () => {
  await renderPage(<OfflineBanner />)
  const banner = await screen.findByRole('status')
  expect(banner.textContent).toBe('')
  await act(async () => setKeptShown(true))
  expect(banner.textContent).toBe('The server cannot be reached. Retrying…')
  await act(async () => setKeptShown(false))
  expect(banner.textContent).toBe('')
})
