import { afterAll, expect, inject, test } from 'vitest'
import { googleRoutes } from '#contract/auth/google-sign-in.ts'
import { openConnections } from '../../features/connections/connections.cache.ts'
import { withClient } from '../../platform/db/connections.ts'
import { newId } from '../../platform/ids.ts'
import { seal } from '../../platform/sealed.ts'
import { startIssuer, visit } from '../../testing/accounts/test-issuer.ts'
import { emptyDatabase, version } from '../../testing/database/versions.ts'
import { testApp } from '../../testing/test-app.ts'

const RETURN = 'http://localhost:3000/auth/google'
const issuer = await startIssuer(RETURN)
afterAll(issuer.close)
const env = {
  SECRET_KEY: 'of a database that is upgraded, long enough',
  PUBLIC_URL: 'http://localhost:3000',
  GOOGLE_ISSUER: issuer.account.issuer,
  GOOGLE_CLIENT_ID: issuer.account.clientId,
  GOOGLE_CLIENT_SECRET: issuer.account.clientSecret,
}
const sealed = (purpose: string, place: string, secret: string) => seal(env.SECRET_KEY, { purpose, place }, secret)

const [businessId, userId, bare, full, erased] = [newId(), newId(), newId(), newId(), newId()]
const [ticket, redirect] = ['t'.repeat(43), { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }]

/** Rows as the version of 0014 wrote them. */
const writeRows = (url: string) =>
  withClient(url, async (admin) => {
    await admin.query(`insert into businesses (business_id, name) values ($1, 'Alon')`, [businessId])
    const own = (id: string, secret: string) => sealed('secrets of providers of numbers', id, secret)
    const insert = `insert into voice_connections (business_id, id, provider, account_sid, auth_token, previous_token,
      rotated_at, api_key_sid, api_key_secret, deleted_at) values ($1, $2, 'twilio', $3, $4, $5, $6, $7, $8, $9)`
    const key = ['SK1', own(full, 'secret of the key')]
    const rotated = [own(full, 'the token before'), new Date()]
    await admin.query(insert, [businessId, full, 'AC1', own(full, 'the token'), ...rotated, ...key, null])
    await admin.query(insert, [businessId, bare, 'AC2', Buffer.alloc(0), null, null, null, null, new Date()])
    await admin.query(
      `insert into provider_cleanup_tasks (connection_id, provider, account_sid, auth_token, kind, sid)
        values ($1, 'twilio', 'AC3', $2, 'number', 'PN1')`,
      [erased, own(erased, 'the token of an erased business')],
    )
    await admin.query(`insert into users (id, name, email, status) values ($1, 'Noa', 'noa@example.test', 'Active')`, [
      userId,
    ])
    await admin.query(
      `insert into google_accounts (issuer, subject, email, user_id, linked_at) values ($1, 'noa', 'noa@example.test', $2, now())`,
      [issuer.account.issuer, userId],
    )
    await admin.query(
      `insert into google_redirects (state_hash, ticket_hash, nonce, verifier, is_remembered, expires_at)
        values (sha256($1::text::bytea), sha256($2::text::bytea), $3, $4, true, now() + interval '9 minutes')`,
      [redirect.state, ticket, redirect.nonce, sealed('google trip', redirect.state, redirect.verifier)],
    )
  })

/** Migrations that made the tables of connections, and those that need them. */
const ofConnections = [
  ...['0015_connections.sql', '0016_oauth.sql', '0063_channels.sql', '0080_telephony_budget.sql'],
  ...['0083_whatsapp.sql', '0084_whatsapp_numbers.sql'],
]

test('sealed connections and pending redirects of a database of 0014 are usable after the upgrade', async () => {
  const [url, before, after] = [await emptyDatabase('of_0014'), await version(), await version()]
  for (const file of ofConnections) await before.remove(`migrations/${file}`)
  await before.prepare(url)
  const adminUrl = Object.assign(new URL(inject('databases').adminUrl), { pathname: new URL(url).pathname }).href
  await writeRows(adminUrl)
  const urls = { adminUrl, ownerUrl: url, ...(await after.prepare(url)) }
  const { deps, send } = await testApp({ urls, env })

  const find = openConnections({ ...deps, secretKey: env.SECRET_KEY }, { twilio: (connection) => connection })
  expect(await find(full)).toMatchObject({
    account: 'AC1',
    settings: { apiKeySid: 'SK1' },
    secrets: { authToken: 'the token', apiKeySecret: 'secret of the key' },
    previousSecret: 'the token before',
  })
  expect(await find(bare)).toMatchObject({ account: 'AC2', settings: {}, secrets: {}, previousSecret: undefined })
  expect(await deps.voice.findGone(erased)).toMatchObject({ tokens: ['the token of an erased business'] })

  issuer.signInAs('noa', { email: 'noa@example.test', email_verified: true, name: 'Noa' })
  const query = await visit((await deps.google?.urlFor(redirect)) ?? '', RETURN)
  const { status, body, cookies } = await send(googleRoutes.finish, undefined, { body: { ticket, query } })
  expect([status, body]).toMatchObject([200, { user: { _id: userId } }])
  expect(Math.round((cookies[0]?.maxAge ?? 0) / 60), 'remembered').toBe(30 * 24 * 60)
})
