import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { fakeServer, refusal, reply } from '../../testing/replies.ts'
import { setCurrentBusinessId } from '../session/current-business.ts'
import { storage } from '../storage.ts'
import { ApiError, call, onSessionEnd } from './call.ts'

const expired = { json: { success: false, code: 'unauthenticated', message: 'Sign in to continue' }, status: 401 }
const session = () => ({ route: authRoutes.getCurrentUser, answer: () => ({ status: 200, json: aSession() }) })

/** Accepts one access token; any other is expired. */
const needs = (token: string) => ({
  route: authRoutes.getCurrentUser,
  answer: ({ headers }: { headers: Headers }) =>
    headers.get('authorization') === `Bearer ${token}` ? session().answer() : expired,
})

function serve(...replies: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer(replies)
  vi.stubGlobal('fetch', server.fetch)
  return server
}

beforeEach(() => storage.token.set('old'))
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('carries token, business and language, and fills path and query', async () => {
    setCurrentBusinessId(BUSINESS_ID)
    const server = serve(
      reply(leadRoutes.list, {
        success: true,
        leads: [],
        pagination: { page: 1, limit: 10, total: 0, totalIsExact: true, pages: 0 },
      }),
      reply(campaignRoutes.remove, { success: true }),
    )
    await call(leadRoutes.list, { query: { page: 2, search: 'דנה & co', filters: undefined } })
    await call(campaignRoutes.remove, { params: { id: BUSINESS_ID }, body: { leads: 'trash' } })
    const [list, remove] = server.calls
    expect(list?.query).toEqual({ page: '2', search: 'דנה & co' })
    expect(list?.headers.get('authorization')).toBe('Bearer old')
    expect(list?.headers.get('x-business-id')).toBe(BUSINESS_ID)
    expect(list?.headers.get('accept-language')).toBe('en')
    expect(remove?.params).toEqual({ id: BUSINESS_ID })
    expect(remove?.body).toEqual({ leads: 'trash' })
  })

  it('sends the cookies of the page along', async () => {
    const fetch = vi.fn(async () => Response.json({ success: true }))
    vi.stubGlobal('fetch', fetch)
    await call(authRoutes.logout)
    expect(fetch).toHaveBeenCalledWith('/api/auth/logout', expect.objectContaining({ credentials: 'include' }))
  })

  it('sends a file as a form, whose type the browser says itself', async () => {
    const server = serve(reply(avatarRoutes.campaign, { success: true, image: '/api/image/x.webp' }))
    const file = new Blob(['picture'], { type: 'image/webp' })
    await call(avatarRoutes.campaign, { query: { campaignId: BUSINESS_ID }, file })
    const [sent] = server.calls
    expect(sent?.query).toEqual({ campaignId: BUSINESS_ID })
    expect(sent?.headers.get('content-type')).toBeNull()
    const form = sent?.body as FormData
    expect([...form.keys()]).toEqual(['avatar'])
    expect((form.get('avatar') as File).size).toBe(7)
  })

  it('throws what the server says', async () => {
    const issues = [{ path: 'body.email', message: 'Invalid email address' }]
    serve(refusal(authRoutes.recover, 422, 'invalid_input', { message: 'Please check the marked fields', issues }))
    const error = await call(authRoutes.recover, { body: { email: 'x' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid_input',
      message: 'Please check the marked fields',
      issues,
    })
  })

  it('turns a network error into status 500, in the language of the page', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(authRoutes.logout)).rejects.toMatchObject({
      status: 500,
      code: 'network',
      message: 'The server could not be reached. Check your connection and try again',
    })
  })
})

describe('an expired token', () => {
  it('is renewed once for all calls that wait for it, and each is sent again', async () => {
    const server = serve(needs('new'), reply(authRoutes.refresh, { success: true, accessToken: 'new' }))
    const answers = await Promise.all([call(authRoutes.getCurrentUser), call(authRoutes.getCurrentUser)])
    expect(answers.map(({ user }) => user.status)).toEqual(['Active', 'Active'])
    expect(server.sentTo(authRoutes.refresh)).toHaveLength(1)
    expect(storage.token.get()).toBe('new')
  })

  it('that another tab has renewed meanwhile is taken over', async () => {
    const server = serve({
      ...needs('new'),
      answer: (request) => {
        storage.token.set('new')
        return needs('new').answer(request)
      },
    })
    await call(authRoutes.getCurrentUser)
    expect(server.calls).toHaveLength(2)
  })

  it('ends the session where it cannot be renewed', async () => {
    const onEnd = vi.fn()
    const stop = onSessionEnd(onEnd)
    serve(needs('new'), refusal(authRoutes.refresh, 401, 'unauthenticated'))
    await expect(call(authRoutes.getCurrentUser)).rejects.toMatchObject({ status: 401 })
    expect(storage.token.get()).toBeNull()
    expect(onEnd).toHaveBeenCalled()
    stop()
  })

  it('stays where the server could not be asked', async () => {
    serve(needs('new'), refusal(authRoutes.refresh, 500, 'internal'))
    await expect(call(authRoutes.getCurrentUser)).rejects.toMatchObject({ status: 500 })
    expect(storage.token.get()).toBe('old')
  })

  it('is not what a wrong password means', async () => {
    const server = serve(refusal(authRoutes.login, 401, 'wrong_credentials'))
    await expect(call(authRoutes.login, { body: { email: 'a@b.test', password: 'x' } })).rejects.toMatchObject({
      status: 401,
    })
    expect(server.calls).toHaveLength(1)
  })
})
