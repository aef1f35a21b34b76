import { expect, test } from 'vitest'
import { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import { routes } from '#contract/index.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { Route } from '#contract/route.ts'
import { changing } from '#contract/values/changes.ts'
import { bodyOf } from '#contract/webhooks/webhook-payloads.ts'
import { deliveryTypes } from '#contract/webhooks/webhook-types.ts'
import { testApp } from '../../../testing/test-app.ts'
import { examples } from './examples.ts'
import { curlOf } from './reference-examples.ts'

const it = await testApp()
const { app } = it
type Content = Record<string, { schema?: object; example?: unknown }>
type Operation = {
  description: string
  parameters: { in: string; name: string; example?: unknown }[]
  requestBody?: { content: Content }
}
const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<{
  paths: Record<string, Record<string, Operation>>
}>()
const operationOf = ({ method, path }: Route) =>
  paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()] as Operation

test('routes for API keys with a body take web forms, other routes do not', () => {
  const typesOf = (route: Route) => Object.keys(operationOf(route).requestBody?.content ?? {})
  expect(typesOf(leadRoutes.create)).toEqual(['application/json', 'application/x-www-form-urlencoded'])
  expect(typesOf(apiKeyRoutes.create)).toEqual(['application/json'])
})

test('a web form sends own fields of a lead as fields[key]', () => {
  const form = operationOf(leadRoutes.create).requestBody?.content['application/x-www-form-urlencoded']
  expect(form).toMatchObject({ encoding: { fields: { style: 'deepObject', explode: true } } })
})

const all: Route[] = Object.values(routes).flatMap((feature): Route[] => Object.values(feature))
const ofKeys = all.filter((route) => route.scope && examples.has(route))

test.each([...examples].map(([route, example]) => [`${route.method} ${route.path}`, route, example] as const))(
  'the example of %s is valid and shown',
  (_, route, example) => {
    expect(all).toContain(route)
    for (const part of ['params', 'query', 'body'] as const) {
      const shape = part === 'body' && route.body && route.method === 'PATCH' ? changing(route.body) : route[part]
      if (shape) expect(shape.safeParse(example[part] ?? {}).error?.issues, part).toBeUndefined()
      else expect(example[part]).toBeUndefined()
    }
    const { parameters, requestBody, description } = operationOf(route)
    const shown = parameters.flatMap(({ name, example: value }) => (value === undefined ? [] : [[name, value]]))
    expect(Object.fromEntries(shown)).toEqual({ ...example.params, ...example.query })
    if (example.body) expect(requestBody?.content['application/json']?.example).toEqual(example.body)
    expect(description).toContain(`curl -X ${route.method} `)
  },
)

/** Method, address, headers and body of a command, with the variables of a shell. */
function readCommand(command: string, variables: Record<string, string>) {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'((?:[^']|'\\'')*)'|"([^"]*)"|(\S+)/g)].map(
    ([, plain, open, bare]) =>
      plain?.replaceAll(`'\\''`, "'") ??
      open?.replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? '') ??
      bare ??
      '',
  )
  const after = (option: string) => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []))
  const headers = after('-H').map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string])
  return { method: after('-X')[0], url: words[3] ?? '', headers: Object.fromEntries(headers), payload: after('-d')[0] }
}

test.each(ofKeys.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'the command of %s works',
  async (_, route) => {
    const business = await it.newBusiness()
    const key = await business.apiKey(['leads:read', 'leads:write', 'calls:read'])
    const { campaignId } = business
    const sent = await it.send(leadRoutes.create, key, { body: { phone: '+972541234567', campaignId } })
    const given = examples.get(route) ?? {}
    // An id of the reader's own stands in the place of the example's.
    const own = {
      ...given,
      ...(given.params && { params: { ...given.params, id: sent.body.lead._id } }),
      ...(given.query && { query: { ...given.query, campaignId } }),
      ...(given.body && { body: { ...given.body, campaignId } }),
    }
    const { method, url, headers, payload } = readCommand(curlOf(route, own, 'http://localhost'), {
      API_KEY: key.authorization.replace('Bearer ', ''),
      REQUEST_ID: 'one',
    })
    const reply = await app.inject({
      method: method as 'GET',
      url: url.replace('http://localhost', ''),
      headers: { host: 'localhost', ...headers },
      ...(payload !== undefined && { payload }),
    })
    expect([reply.statusCode, reply.json().success], reply.body).toEqual([
      expect.toSatisfy((status) => status < 300),
      true,
    ])
  },
)

test('what webhooks are sent is described, each type with a valid example', async () => {
  const { webhooks } = (await app.inject({ url: '/api/openapi.json' })).json<{
    webhooks: Record<string, { post: { requestBody: { content: Content } } }>
  }>()
  expect(Object.keys(webhooks)).toEqual(deliveryTypes)
  for (const type of deliveryTypes) {
    const { schema, example } = webhooks[type]?.post.requestBody.content['application/json'] ?? {}
    expect(schema).toMatchObject({ type: 'object', properties: { type: { const: type } } })
    expect(bodyOf(type).safeParse(example).error?.issues, type).toBeUndefined()
  }
})
