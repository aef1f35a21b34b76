import { z } from 'zod'
import type { Route } from '#contract/route.ts'

export type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  required?: string[]
  minLength?: number
  minItems?: number
  minimum?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
export function schemaOf(shape: z.ZodType | undefined, io: 'input' | 'output' = 'output'): Schema {
  return shape ? (z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Schema) : {}
}
/** Of a union, the first option. */
export function propertiesOf(shape: z.ZodType | undefined): Record<string, Schema> {
  const { properties, anyOf = [] } = schemaOf(shape)
  return properties ?? anyOf[0]?.properties ?? {}
}

/** Paths of ids in a route's input: `body.members.userId`. */
export function idsOf(route: Route): string[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => [...new Set(idsIn(schemaOf(route[part]), part))])
}
function idsIn(
  { format, properties = {}, items, anyOf = [], oneOf = [], allOf = [] }: Schema,
  place: string,
): string[] {
  if (format === 'uuid') return [place]
  return [
    ...Object.entries(properties).flatMap(([name, of]) => idsIn(of, `${place}.${name}`)),
    ...[...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf].flatMap((of) => idsIn(of, place)),
  ]
}
