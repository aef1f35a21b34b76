import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Right, rights } from '#contract/roles.ts'
import { aSession } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { useCan } from './session.ts'

const all = Object.keys(rights) as Right[]
const Check = ({ right }: { right: Right }) => <li>{useCan(right) ? 'passes' : 'fails'}</li>
const checks = all.map((right) => <Check key={right} right={right} />)

describe('a check of rights', () => {
  it('passes where no business is selected', async () => {
    await renderPage(checks, { session: aSession({ businesses: [] }) })
    expect(await screen.findAllByText('passes')).toHaveLength(all.length)
  })

  it('fails without a session', async () => {
    await renderPage(checks, { session: null })
    expect(await screen.findAllByText('fails')).toHaveLength(all.length)
  })
})
