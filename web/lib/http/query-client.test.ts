import { afterEach, expect, test, vi } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { fakeServer, refusal, reply } from '../../testing/replies.ts'
import { call } from './call.ts'
import { createQueryClient } from './query-client.ts'

const served = reply(campaignRoutes.names, { success: true, campaigns: [] })

function serve(...replies: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer(replies)
  vi.stubGlobal('fetch', server.fetch)
  const showError = vi.fn()
  const ask = () =>
    createQueryClient(showError).fetchQuery({ queryKey: ['names'], queryFn: () => call(campaignRoutes.names) })
  return { server, showError, ask, sent: () => server.sentTo(campaignRoutes.names).length }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a read is retried after 503, without a message', async () => {
  vi.useFakeTimers()
  const { server, showError, ask, sent } = serve(refusal(campaignRoutes.names, 503, 'database_unavailable'))
  const asking = ask()
  await vi.waitFor(() => expect(sent()).toBe(1))
  server.use(served)
  await vi.runAllTimersAsync()
  expect(await asking).toEqual({ success: true, campaigns: [] })
  expect(sent()).toBe(2)
  expect(showError).not.toHaveBeenCalled()
})

test('after the third 503 it is given up', async () => {
  vi.useFakeTimers()
  const { ask, sent } = serve(refusal(campaignRoutes.names, 503, 'database_unavailable'))
  const outcome = ask().catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await outcome).toMatchObject({ status: 503, code: 'database_unavailable' })
  expect(sent()).toBe(3)
})

test('what was refused for a reason is not asked again', async () => {
  vi.useFakeTimers()
  const { ask, sent } = serve(refusal(campaignRoutes.names, 403, 'forbidden'))
  const outcome = ask().catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await outcome).toMatchObject({ status: 403 })
  expect(sent()).toBe(1)
})
