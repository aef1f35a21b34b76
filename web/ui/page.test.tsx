import { screen } from '@testing-library/react'
import { use } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { Page } from './page.tsx'

const never = new Promise<string>(() => undefined)
const Late = () => use(never)

it('a page keeps its title while its content waits for texts', async () => {
  await renderPage(
    <Page title="Numbers">
      <Late />
    </Page>,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Numbers' })).toBeTruthy()
})
