import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Route } from '#contract/route.ts'
import { examples } from './examples.ts'
import { outsidePaths } from './outside-routes.ts'
import { failureComponents, failuresOf, headersOf } from './reference-errors.ts'
import { addEncoding, addExample, commandOf, typesOf } from './reference-examples.ts'
import { webhookReference } from './webhook-reference.ts'

const DESCRIPTION = `Send \`Authorization: Bearer <access token or API key>\`, \`x-business-id\` (people only) and
\`accept-language\` (he by default). Every failure is \`{ success: false, code, message, issues? }\` with its HTTP status.`

/** The OpenAPI document at /api/openapi.json and its readable form at /api/docs, made from the contract. */
export async function mountReference(api: FastifyInstance, publicUrl: string) {
  const declarations = new Map<string, Route>()
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Leadline', version: '1', description: DESCRIPTION },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (given) => {
      const { schema, url, route, ...rest } = given
      const declared = (route.config as { route?: Route } | undefined)?.route
      const described = declared?.path && {
        ...schema,
        tags: [declared.path.split('/')[1] ?? ''],
        ...(declared.access !== 'public' && { security: [{ bearer: [] }] }),
        description: describe(declared) + commandOf(declared, publicUrl),
        ...(declared.body && { consumes: typesOf(declared) }),
      }
      const transformed = jsonSchemaTransform({ ...rest, route, url, schema: described ?? schema })
      if (!declared?.path) return transformed
      declarations.set(`${declared.method} ${url.replace(/:(\w+)/g, '{$1}')}`, declared)
      const withHeaders = { ...transformed, schema: { ...transformed.schema, headers: headersOf(declared) } }
      return declared.upload ? withForm(withHeaders, declared.upload.field) : withHeaders
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? completed(document.openapiObject, declarations, outsidePaths(publicUrl))
        : document.swaggerObject,
  })
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    // Without this prefix, the page's scripts are not found if its URL does not end with a slash.
    indexPrefix: '/api',
    staticCSP: true,
    // Otherwise browsers would request the page's scripts over https even if the page was loaded over http.
    transformStaticCSP: (policy) =>
      publicUrl.startsWith('https:') ? policy : policy.replace(/\s*upgrade-insecure-requests;/, ''),
    uiConfig: { docExpansion: 'list', deepLinking: true },
  })
  api.get('/openapi.json', { schema: { hide: true } }, async () => api.swagger())
}

type OpenApi = Extract<Parameters<SwaggerTransformObject>[0], { openapiObject: unknown }>['openapiObject']

/** The document with errors and examples of each operation, and paths `outside` the API; `routes` by method and path. */
function completed(document: OpenApi, routes: ReadonlyMap<string, Route>, outside: object) {
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const method of ['get', 'post', 'patch', 'delete'] as const) {
      const operation = methods?.[method]
      const route = routes.get(`${method.toUpperCase()} ${path}`)
      if (!operation || !route) continue
      Object.assign(operation, { responses: { ...operation.responses, ...refsOf(failuresOf(route)) } })
      if (method === 'post' && route.body instanceof z.ZodObject && 'fields' in route.body.shape) addEncoding(operation)
      const example = examples.get(route)
      if (example) addExample(operation, example)
    }
  const { schemas, responses } = failureComponents
  const components = { ...document.components, schemas: { ...document.components?.schemas, ...schemas }, responses }
  const paths = { ...document.paths, ...outside }
  return Object.assign(document, { paths, components, webhooks: webhookReference() })
}

const refsOf = (statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]))

/** A multipart form with one file. */
const withForm = <T extends { schema: object }>({ schema, ...rest }: T, field: string) => ({
  ...rest,
  schema: {
    ...schema,
    consumes: ['multipart/form-data'],
    body: { type: 'object', required: [field], properties: { [field]: { type: 'string', format: 'binary' } } },
  },
})

/** Describes the access of a route. */
function describe({ access, can, scope }: Route) {
  const who =
    access === 'public'
      ? 'Public.'
      : access === 'user'
        ? 'Any signed-in person.'
        : `Business role: ${access} or stronger.`
  return [who, can && `Right: \`${can}\`.`, scope && `API keys with the scope \`${scope}\`.`].filter(Boolean).join(' ')
}
