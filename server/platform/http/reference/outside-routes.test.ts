import { expect, test } from 'vitest'
import { sealSecret } from '../../../features/connections/secrets.ts'
import { signHook } from '../../../providers/twilio/signature.ts'
import { testApp } from '../../../testing/test-app.ts'
import { testForms } from '../../../testing/test-forms.ts'
import { testNumber } from '../../../testing/test-numbers.ts'
import { newId } from '../../ids.ts'
import { commandIn, outsideRoutes } from './outside-routes.ts'

const it = await testApp()
const { app } = it
type Operation = { description: string; requestBody?: { content: Record<string, { example?: unknown }> } }
const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<{
  paths: Record<string, Record<string, Operation>>
}>()

test.each(outsideRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s is there and shown with its example',
  (_, route) => {
    const { method, path, form } = route
    const shown = paths[path]?.[method.toLowerCase()] as Operation
    expect(shown.description).toContain(commandIn(route, it.env.publicUrl))
    expect(Object.values(shown.requestBody?.content ?? {}).map(({ example }) => example)).toEqual(form ? [form] : [])
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    expect(app.hasRoute({ method, url }), url).toBe(true)
  },
)

/** Values of an example that are replaced. */
type Replaced = { variables?: Record<string, string>; form?: Record<string, string> }
/** Sends the example's command, with its parameters, variables and form replaced. */
function run(name: string, params: Record<string, string>, { variables = {}, form = {} }: Replaced = {}) {
  const found = outsideRoutes.find(({ method, path }) => `${method} ${path}` === name)
  if (!found) throw new Error(name)
  const command = commandIn(
    { ...found, params: { ...found.params, ...params }, ...(found.form && { form: { ...found.form, ...form } }) },
    it.env.publicUrl,
  )
  const [, url = '', payload] = /curl -X \w+ '([^']*)'(?:[\s\S]* -d '([^']*)')?/.exec(command) ?? []
  const headers = [...command.matchAll(/-H ["']([^:]+): ([^"']*)["']/g)].map(([, header = '', value = '']) => [
    header.toLowerCase(),
    value.replace(/\$(\w+)/g, (_, variable: string) => variables[variable] ?? ''),
  ])
  const { pathname, search, host } = new URL(url)
  return app.inject({
    method: found.method,
    url: pathname + search,
    headers: { host, ...Object.fromEntries(headers) },
    ...(payload !== undefined && { payload }),
  })
}

test('the commands of forms work', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const form = await testForms(it).make(owner, business.campaignId, { allowedOrigins: ['https://www.example.com'] })
  for (const name of ['GET /f/{key}', 'GET /f/{key}/thanks', 'GET /f/{key}/embed.js'])
    expect((await run(name, { key: form.key })).statusCode, name).toBe(200)
  const sent = await run('POST /f/{key}', { key: form.key })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, expect.stringContaining('/thanks')])
  const leads = await business.db.selectFrom('leads').select(['name', 'phone']).execute()
  expect(leads).toEqual([{ name: 'Dana Levi', phone: '+972541234567' }])
  expect((await run('POST /f/{key}', { key: 'unknown' })).statusCode).toBe(404)
})

test('the commands of hooks are taken once they are signed', async () => {
  const business = await it.newBusiness()
  const [connection, token] = [newId(), newId()]
  const hooks = outsideRoutes.filter(({ path }) => path.includes('{connection}'))
  const account = hooks[0]?.form?.AccountSid as string
  const secrets = JSON.stringify({ authToken: sealSecret(it.env.secretKey, connection, token) })
  await business.db
    .insertInto('connections')
    .values({ business_id: business.businessId, id: connection, provider: 'twilio', account, secrets })
    .execute()
  const { numberId } = await testNumber(it, business)
  const { phone: To } = await business.db
    .selectFrom('virtual_numbers')
    .select('phone')
    .where('id', '=', numberId)
    .executeTakeFirstOrThrow()
  const statuses: number[][] = []
  for (const { method, path, form: example = {}, params } of hooks) {
    const form = 'To' in example ? { ...example, To } : example
    const filled = path.replace('{connection}', connection).replace('{call}', params.call ?? '')
    const SIGNATURE = signHook(token, it.env.publicUrl + filled, Object.entries(form))
    const name = `${method} ${path}`
    statuses.push([
      (await run(name, { connection }, { form })).statusCode,
      (await run(name, { connection: newId() }, { form })).statusCode,
      (await run(name, { connection }, { form, variables: { SIGNATURE } })).statusCode,
    ])
  }
  expect(statuses).toEqual(hooks.map(() => [403, 404, 200]))
})
