import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { Crash } from './crash.tsx'

test('a screen that failed says so, with the id of its log entry', async () => {
  const logged = vi.mocked(console.error).mockImplementation(() => undefined)
  const error = new Error('boom')
  await renderPage(<Crash error={error} reset={() => undefined} />)
  await screen.findByText('Oops! Something went wrong')
  const [words, what] = logged.mock.calls[0] ?? []
  expect(what).toBe(error)
  const id = /id (\w+)$/.exec(String(words))?.[1] ?? 'none'
  screen.getByText((text) => text.includes(id))
})
