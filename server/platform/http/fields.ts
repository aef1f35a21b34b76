import { parse } from 'node:querystring'

/** The fields of a query or of a web form. Where a name is repeated, its first value counts. */
export const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parse(text)).map(([name, value]) => [name, (Array.isArray(value) ? value[0] : value) ?? '']),
  )
