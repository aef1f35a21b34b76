import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aSession, BUSINESS_ID } from '../../../testing/fakes.ts'
import { surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { PageDialog } from './page-dialog.tsx'

it('begins a new page with a subject in either language, though the texts of one are loaded', async () => {
  await renderPage(<PageDialog page={undefined} onClose={() => undefined} />, {
    path: `/b/${BUSINESS_ID}/settings/booking-pages`,
    route: '/b/$businessId/settings/booking-pages',
    replies: surroundings(),
    session: aSession({}),
  })
  const subject = async (name: string) => (await screen.findByRole<HTMLInputElement>('textbox', { name })).value
  expect(await subject('Subject in English')).toBe('First talk')
  expect(await subject('Subject in Hebrew')).toBe('פגישת היכרות')
})
