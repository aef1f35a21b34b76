import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp } from '../../testing/open-app.tsx'

/** Rendering all pieces four times takes a while on a busy machine. */
const PATIENCE = { timeout: 15_000 }
const specimens = ['he-light', 'en-light', 'he-dark', 'en-dark']

describe('the page of design pieces', () => {
  it('is for those who are signed in', async () => {
    const { at } = await openApp('/typography', { session: null })
    expect(at()).toBe('/auth/login?next=%2Ftypography')
  })

  it('shows the pieces in both languages, directions and schemes', async () => {
    const { container } = await openApp('/typography')
    await screen.findByRole('heading', { name: 'Typography', level: 1 }, PATIENCE)
    await waitFor(() => expect(screen.getAllByText(/^(Page title|כותרת עמוד)$/)).toHaveLength(4), PATIENCE)
    const shown = [...container.querySelectorAll('[id^="specimen-"]')]
    expect(shown.map(({ id }) => id.replace('specimen-', ''))).toEqual(specimens)
    expect(shown.map((one) => [one.getAttribute('dir'), one.getAttribute('data-mantine-color-scheme')])).toEqual([
      ['rtl', 'light'],
      ['ltr', 'light'],
      ['rtl', 'dark'],
      ['ltr', 'dark'],
    ])
    for (const one of shown) expect(one.querySelectorAll('button').length).toBeGreaterThan(20)
    // The surrounding frame is unchanged.
    expect(document.documentElement.dir).toBe('ltr')
  })

  it('opens a popup in the language of its specimen, which Back closes', async () => {
    const { container, user, router } = await openApp('/typography')
    await screen.findAllByText('הצגת חלון התודה', {}, PATIENCE)
    const dark = within(container.querySelector('#specimen-he-dark') as HTMLElement)
    await user.click(dark.getByRole('button', { name: 'הצגת חלון התודה' }))
    await dark.findByRole('dialog', { name: 'תודה על הבחירה!' }, PATIENCE)
    router.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
