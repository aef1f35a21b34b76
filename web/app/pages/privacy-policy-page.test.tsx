import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '../../lib/paths.ts'
import { openApp } from '../../testing/open-app.tsx'

test('the link of the terms leads to them, also where the texts are still on their way', async () => {
  const shown: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.id)
  })
  await openApp(paths.terms, { session: null })
  await screen.findByRole('heading', { name: 'Terms of use' })
  expect(shown).toEqual(['terms'])
})
