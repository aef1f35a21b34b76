import type { Schema as Shape } from './route-shapes.ts'

export type Schema = Shape & { maxLength?: number; maximum?: number }
type Value = unknown

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const hostileTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud83d',
    'a\udc00',
    '\u202eאבג',
    '٣',
    '%',
    '%00',
    '\\',
    "' or 1=1; --",
    '../../etc/passwd',
  ],
  ...['-1', '0', '1e999', 'NaN', 'Infinity', '-0', '0x10', '2147483648', '9223372036854775808', '9'.repeat(40)],
  ...['0000-01-01', '2026-02-30', '9999-12-31', '-infinity', '+275760-09-13', '0001-01-01T00:00:00Z', '24:00', '99:99'],
  ...['null', 'true', '[]', '{}', '[[[[', '__proto__', 'constructor', 'toString', 'x'.repeat(300), 'x'.repeat(6_000)],
  ...[
    '{"from":"0000-01-01"}',
    '{"status":["\\u0000"]}',
    '{"where":{"all":[]}}',
    '{"where":{"any":[{"field":"date"}]}}',
  ],
  ...[
    '{"where":{"all":[{"field":"value","op":"eq","value":1e308}]}}',
    '{"search":"\\ud800"}',
    '18446744073709551616-0',
  ],
]
const hostileValues: Value[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 1e20, [], {}, [[]], [null], { a: 1 }],
  ...[Array(500).fill('x'), Array(300).fill(null), { __proto__: 1, constructor: { prototype: 1 } }],
  ...[Array.from({ length: 100 }).reduce<Value>((inside) => [inside], 1)],
]

const hostileNumbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, 1e20, 1e308, -1e308]
const hostileOf: Record<string, readonly Value[]> = {
  date: ['0000-01-01', '0001-01-01', '1899-12-31', '2026-02-30', '9999-12-31', 'infinity', '2026-1-1'],
  'date-time': [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999Z',
    '2026-01-31T24:00:00Z',
    '1900-01-01T00:00:00+23:59',
  ],
  integer: hostileNumbers,
  number: hostileNumbers,
  array: [[], Array(500).fill('x'), [null], [[]], Array(201).fill('00000000-0000-7000-8000-000000000000')],
  object: [{}, { unknown: 1 }, []],
}

export type Chance = ReturnType<typeof openChance>
/** Random choices from a seed. */
export function openChance(seed: number) {
  const random = randomOf(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  return {
    upTo,
    oneOf: <T>(list: readonly T[]): T => list[upTo(list.length)] as T,
    isIn: (share: number) => random() < share,
  }
}

/** Existing ids: the given ones and the last ones seen in replies. */
export function openPool({ upTo, oneOf, isIn }: Chance, known: readonly string[]) {
  const ids = [...known]
  return {
    take: () => (ids.length && isIn(0.8) ? oneOf(ids) : UNKNOWN_ID),
    learn(reply: string) {
      const found = reply.slice(0, 20_000).match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? []
      for (const id of found.slice(0, 5)) ids[ids.length < POOL_MAX ? ids.length : upTo(POOL_MAX)] = id
    },
  }
}
export type Pool = ReturnType<typeof openPool>
const POOL_MAX = 300
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

/** The source of a request; the share `hostility` of its values is hostile. */
export type Lot = { chance: Chance; pool: Pool; hostility: number }
const DEEPEST = 6

/** A value for the schema, with some hostile ones. */
export function makeValue(given: Lot, schema: Schema, name: string, depth = 0): Value {
  const { isIn, oneOf } = given.chance
  if (isIn(given.hostility)) return hostileValue(given.chance, schema)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return oneOf(schema.enum)
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (choices.length) return makeValue(given, oneOf(choices), name, depth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((of) => makeValue(given, of, name, depth)))
  return depth > DEEPEST ? null : (ofType[schema.type ?? 'object']?.(given, schema, name, depth) ?? null)
}

/** Mostly hostile for the schema's type: other values fail validation at once. */
function hostileValue({ isIn, oneOf }: Chance, { type = '', format = '' }: Schema): Value {
  const ofKind = hostileOf[format] ?? hostileOf[type]
  if (ofKind && isIn(0.7)) return oneOf(ofKind)
  return isIn(0.5) ? oneOf(hostileTexts) : oneOf(hostileValues)
}

type Make = (given: Lot, schema: Schema, name: string, depth: number) => Value
const numberOf: Make = ({ chance: { oneOf, upTo } }, { minimum = 0, maximum = 100 }) =>
  oneOf([minimum, maximum, 1, upTo(1_000)])
const ofType: Record<string, Make> = {
  string: textOf,
  number: numberOf,
  integer: numberOf,
  boolean: ({ chance }) => chance.isIn(0.5),
  array: (given, { items = {}, minItems = 0 }, name, depth) =>
    Array.from({ length: minItems + given.chance.upTo(3) }, () => makeValue(given, items, name, depth + 1)),
  object: (given, { properties = {}, required = [] }, _, depth) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => given.chance.isIn(required.includes(name) ? 0.95 : 0.4))
        .map(([name, of]) => [name, makeValue(given, of, name, depth + 1)]),
    ),
}

function textOf(
  { chance: { upTo, isIn }, pool }: Lot,
  { format = '', minLength = 0, maxLength = 40 }: Schema,
  name: string,
): string {
  if (format === 'uuid' || /id$|Ids$|by$|assigned/i.test(name)) return pool.take()
  if (format === 'email') return `fuzz${upTo(1_000)}@example.test`
  if (format === 'date') return `20${10 + upTo(80)}-0${1 + upTo(9)}-${10 + upTo(20)}`
  if (format === 'date-time') return '2026-01-31T12:00:00Z'
  if (format === 'uri') return 'https://example.test/'
  if (/phone/i.test(name)) return `+97272444${String(upTo(10_000)).padStart(4, '0')}`
  if (name === 'filters') return isIn(0.5) ? '{}' : `{"from":"2026-01-01","status":["${pool.take()}"]}`
  return 'Dana Levi of the fuzz'.padEnd(minLength, 'x').slice(0, Math.max(minLength, Math.min(maxLength, 21)))
}
