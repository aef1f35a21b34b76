import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../testing/test-app.ts'
import { openRedirects } from './redirects.ts'

const { deps } = await testApp()
const kept = z.object({ isRemembered: z.boolean() })
let redirects = 0
const flow = {
  newRedirect: () => ({ state: `state ${++redirects}`, nonce: 'nonce', verifier: 'verifier' }),
  urlFor: async ({ state }: { state: string }) => `https://issuer.test/?${new URLSearchParams({ state })}`,
  exchange: async (_query: string, { verifier }: { verifier: string }) => `the answer to ${verifier}`,
}
const errors: unknown[] = []
const open = (purpose: string, secretKey = deps.env.secretKey) =>
  openRedirects({ ...deps, env: { secretKey }, onError: (error) => void errors.push(error) }, flow, {
    ...{ purpose, minutes: 10, kept, failures: { start: 'google_url_failed', finish: 'google_failed' } },
  })
async function start(purpose: string) {
  const { url, ticket } = await open(purpose).start({ isRemembered: true })
  return { ticket, query: new URL(url).search }
}
const refused = expect.objectContaining({ code: 'google_failed' })

test('a redirect returns once, to the flow that started it', async () => {
  const [own, other] = [await start('sign-in'), await start('calendar')]
  await expect(open('sign-in').finish({ ...other, ticket: own.ticket })).rejects.toEqual(refused)
  expect(await open('sign-in').finish(own)).toEqual({ answer: 'the answer to verifier', kept: { isRemembered: true } })
  await expect(open('sign-in').finish(own)).rejects.toEqual(refused)
  expect(errors).toEqual([])
  await expect(open('sign-in').finish(other)).rejects.toEqual(refused)
  expect(errors).toHaveLength(1)
})

test('a redirect whose verifier or state of the feature cannot be read is refused', async () => {
  const [sealed, unknown] = [await start('sign-in'), await start('sign-in')]
  await expect(open('sign-in', 'y'.repeat(40)).finish(sealed)).rejects.toEqual(refused)
  await deps.tenants.pool.updateTable('oauth_redirects').set({ kept: '{}' }).where('nonce', '=', 'nonce').execute()
  await expect(open('sign-in').finish(unknown)).rejects.toEqual(refused)
})
