import { describe, expect, it, vi } from 'vitest'
import { storage } from '../../storage.ts'
import { sendAct } from './routes.ts'

const tokenOf = (sub: string) => `head.${btoa(JSON.stringify({ sub }))}.signature`
const act = {
  ...{ id: 'key', businessId: 'b', leadId: 'l' },
  ...{ kind: 'comment' as const, body: { text: 'Typed by the first' } },
}
const reply = (status: number, json: unknown) => new Response(JSON.stringify(json), { status })

describe('an act whose person is no longer signed in', () => {
  it('is not sent with the token of the next person', async () => {
    const fetch = vi.fn(async () => reply(201, { success: true }))
    vi.stubGlobal('fetch', fetch)
    storage.token.set(tokenOf('second'))
    await expect(sendAct(act, 'first')).rejects.toMatchObject({ code: 'network' })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('is not sent again with it, when the session ended while it was on the way', async () => {
    const sentBy: (string | null)[] = []
    const fetch = vi.fn(async (_url: string, { headers }: RequestInit) => {
      sentBy.push(new Headers(headers).get('authorization'))
      storage.token.set(tokenOf('second'))
      return reply(401, { success: false, code: 'unauthenticated', message: 'Sign in' })
    })
    vi.stubGlobal('fetch', fetch)
    storage.token.set(tokenOf('first'))
    await expect(sendAct(act, 'first')).rejects.toMatchObject({ code: 'network' })
    expect(sentBy).toEqual([`Bearer ${tokenOf('first')}`])
  })

  it('is sent again with the renewed token of the same person', async () => {
    const sentBy: (string | null)[] = []
    const renewed = `${tokenOf('first')}2`
    const fetch = vi.fn(async (_url: string, { headers }: RequestInit) => {
      sentBy.push(new Headers(headers).get('authorization'))
      if (sentBy.length > 1) return reply(201, { success: true })
      storage.token.set(renewed)
      return reply(401, { success: false, code: 'unauthenticated', message: 'Expired' })
    })
    vi.stubGlobal('fetch', fetch)
    storage.token.set(tokenOf('first'))
    await expect(sendAct(act, 'first')).resolves.toEqual({ success: true })
    expect(sentBy).toEqual([`Bearer ${tokenOf('first')}`, `Bearer ${renewed}`])
  })
})
