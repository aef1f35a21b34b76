import type { Route } from '#contract/route.ts'
import { type Schema, schemaOf } from './route-shapes.ts'

const parts = ['params', 'query', 'body'] as const

/** Paths of text fields in a route's input: `['body', 'utm', 'source']`; `[]` is a list item. */
export function textsOf(route: Route): string[][] {
  const places = parts.flatMap((part) => textsAt(schemaOf(route[part], 'input'), [part]))
  return [...new Map(places.map((place) => [place.join(), place])).values()]
}
function textsAt(schema: Schema, place: string[]): string[][] {
  const { type, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  if (type === 'string' && !schema.enum && schema.const === undefined) return [place]
  return [
    ...Object.entries(properties).flatMap(([name, of]) => textsAt(of, [...place, name])),
    ...(items ? textsAt(items, [...place, '[]']) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((of) => textsAt(of, place)),
  ]
}

export type Sample = string | number | boolean | null | Sample[] | { [name: string]: Sample }
/** Values by field name, where the schema does not determine a meaningful one. */
type Known = Record<string, Sample>

/** A request with its required fields, derived from the schema. */
export const sampleOf = (route: Route, known: Known): Record<string, Sample> =>
  Object.fromEntries(
    parts.flatMap((part) => (route[part] ? [[part, sampleAt(schemaOf(route[part], 'input'), part, known)]] : [])),
  )

function sampleAt(schema: Schema, name: string, known: Known): Sample {
  const { anyOf = [], oneOf = [], allOf } = schema
  const [either] = [...anyOf, ...oneOf]
  const given = known[name] ?? schema.const ?? schema.enum?.[0]
  if (given !== undefined) return given as Sample
  if (either) return sampleAt(either, name, known)
  if (allOf) return Object.assign({}, ...allOf.map((of) => sampleAt(of, name, known)))
  return ofType[schema.type ?? 'object']?.(schema, name, known) ?? null
}

const formats: Record<string, string> = {
  uuid: '00000000-0000-7000-8000-000000000000',
  email: 'dana@example.test',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  uri: 'https://example.test',
}
const numberOf = ({ minimum = 1 }: Schema) => minimum
const ofType: Record<string, (schema: Schema, name: string, known: Known) => Sample> = {
  string: ({ format = '', minLength = 3 }, name) =>
    /phone/i.test(name) ? '+972724449999' : (formats[format] ?? 'a'.repeat(minLength)),
  number: numberOf,
  integer: numberOf,
  boolean: () => true,
  array: ({ items, minItems }, name, known) => (items && minItems ? [sampleAt(items, name, known)] : []),
  object: ({ properties = {}, required = [] }, _, known) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name))
        .map(([name, of]) => [name, sampleAt(of, name, known)]),
    ),
}
