import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { type Right, rights } from '#contract/roles.ts'
import { aSession } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { fakeServer, reply } from '../../testing/replies.ts'
import { storage } from '../storage.ts'
import { sessionQuery, useCan } from './session.ts'

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

describe('the session requested before the code', () => {
  /** The support address tells both replies apart. */
  const supportUrlWith = async (token: string, { status = 200, after = 1_000 } = {}) => {
    vi.spyOn(performance, 'now').mockReturnValue(after)
    vi.stubGlobal('fetch', fakeServer([reply(authRoutes.getCurrentUser, aSession({ supportUrl: '/later' }))]).fetch)
    storage.token.set('mine')
    const body = JSON.stringify(aSession({ supportUrl: '/early' }))
    window.earlySession = { token, response: Promise.resolve(new Response(body, { status })) }
    const client = new QueryClient()
    const first = await client.fetchQuery(sessionQuery)
    const second = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    return [first.supportUrl, second.supportUrl]
  }

  it('is used once', async () => {
    expect(await supportUrlWith('mine')).toEqual(['/early', '/later'])
  })

  it('is not used by another sign-in, after a failure, or when it is old', async () => {
    expect(await supportUrlWith('another')).toEqual(['/later', '/later'])
    expect(await supportUrlWith('mine', { status: 401 })).toEqual(['/later', '/later'])
    expect(await supportUrlWith('mine', { after: 31_000 })).toEqual(['/later', '/later'])
  })
})
