import type { Route } from '#contract/route.ts'
import { type Example, examples } from './examples.ts'

export const FORM = 'application/x-www-form-urlencoded'

/** Types of a route's body. Routes for API keys take web forms, too (parsing.ts). */
export const typesOf = ({ scope }: Route) => ['application/json', ...(scope ? [FORM] : [])]

/** An argument of a shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const pathOf = (route: Route, { params = {}, query = {} }: Example) => {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `/api${path}${search.size ? `?${search}` : ''}`
}

/** The example of a route as a command. Keys are read from the environment. */
export function curlOf(route: Route, example: Example, publicUrl: string): string {
  const { method, scope, idempotent } = route
  const headers = [
    `"Authorization: Bearer $${scope ? 'API_KEY' : 'ACCESS_TOKEN'}"`,
    ...(scope ? [] : ['"x-business-id: $BUSINESS_ID"']),
    ...(idempotent ? ['"Idempotency-Key: $REQUEST_ID"'] : []),
    ...(example.body ? ["'content-type: application/json'"] : []),
  ]
  return [
    `curl -X ${method} ${quoted(new URL(pathOf(route, example), publicUrl).href)}`,
    ...headers.map((header) => `  -H ${header}`),
    ...(example.body ? [`  -d ${quoted(JSON.stringify(example.body))}`] : []),
  ].join(' \\\n')
}

/** A part of a description with the command; empty without an example. */
export function commandOf(route: Route, publicUrl: string): string {
  const example = examples.get(route)
  return example ? `\n\n\`\`\`sh\n${curlOf(route, example, publicUrl)}\n\`\`\`` : ''
}

type Operation = {
  parameters?: ({ name: string; in: string } | { $ref: string })[]
  requestBody?: { content: Record<string, object> } | { $ref: string }
}

/** How a web form sends an object: `fields[key]=value`, a list by repeating the key (fields.ts). */
const FIELDS_ENCODING = { fields: { style: 'deepObject', explode: true } }
export function addEncoding({ requestBody }: Operation) {
  const form = requestBody && 'content' in requestBody && requestBody.content[FORM]
  if (form) Object.assign(form, { encoding: FIELDS_ENCODING })
}

/** Writes the example of a route into its operation: its parameters, and its body in each type. */
export function addExample(operation: Operation, { params = {}, query = {}, body }: Example) {
  const values: Record<string, unknown> = { ...params, ...query }
  for (const parameter of operation.parameters ?? [])
    if ('name' in parameter && parameter.in !== 'header' && parameter.name in values)
      Object.assign(parameter, { example: values[parameter.name] })
  if (body && operation.requestBody && 'content' in operation.requestBody)
    for (const content of Object.values(operation.requestBody.content)) Object.assign(content, { example: body })
}
