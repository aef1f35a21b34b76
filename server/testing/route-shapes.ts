import { z } from 'zod'
import type { Route } from '#contract/route.ts'

type Schema = {
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
function schemaOf(shape: z.ZodType | undefined): Schema {
  return shape ? (z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as Schema) : {}
}
export function propertiesOf(shape: z.ZodType | undefined): Record<string, Schema> {
  return schemaOf(shape).properties ?? {}
}

/** Where ids stand in what a route takes: `body.members.userId`. */
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
