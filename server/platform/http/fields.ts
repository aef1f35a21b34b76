import { parse } from 'node:querystring'

/** The fields of a query or of a web form. Where a name is repeated, its first value counts. */
export const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parse(text)).map(([name, value]) => [name, (Array.isArray(value) ? value[0] : value) ?? '']),
  )

const OF_FIELDS = /^fields\[([^[\]]+)\](?:\[\])?$/
/**
 * The body of a web form: its fields, and those named `fields[key]` as the object `fields`. A key that is repeated there
 * has a list of values.
 */
export function webFormOf(text: string): Record<string, unknown> {
  const plain = Object.entries(fieldsOf(text)).filter(([name]) => !OF_FIELDS.test(name))
  const nested = Object.entries(parse(text)).flatMap(([name, value]): [string, unknown][] => {
    const key = OF_FIELDS.exec(name)?.[1]
    return key === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries([...plain, ...(nested.length > 0 ? [['fields', Object.fromEntries(nested)]] : [])])
}
