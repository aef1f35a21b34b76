/** The content of a request, whatever its format: texts in lists and named places. Maps, because senders choose the names. */
export type Node = string | Node[] | Map<string, Node>

type Source = { source?: string }

/** Numbers are taken as they are written, because the ids of ad networks exceed what a number can hold. */
export const parseJson = (text: string): Node =>
  JSON.parse(text, function revive(this: unknown, _key: string, value: unknown, context?: Source): Node {
    if (typeof value === 'number') return context?.source ?? String(value)
    if (value === null) return ''
    if (Array.isArray(value) || value instanceof Map || typeof value === 'string') return value as Node
    return typeof value === 'object' ? new Map(Object.entries(value)) : String(value)
  } as (this: unknown, key: string, value: unknown) => unknown) as Node

/** No field is looked for so deep, and the stack has an end. */
const WRITTEN_DEEPEST = 100
/** A part of a request as a request of its own. */
export function toJson(node: Node): string {
  const plain = (one: Node, depth: number): unknown => {
    if (typeof one === 'string') return one
    if (depth > WRITTEN_DEEPEST) return ''
    if (Array.isArray(one)) return one.map((inner) => plain(inner, depth + 1))
    const inner = [...one].map(([name, value]) => [name, plain(value, depth + 1)])
    return Object.assign(Object.create(null), Object.fromEntries(inner))
  }
  return JSON.stringify(plain(node, 0))
}

const TOKENS = /^([^[\]]+)((?:\[[^[\]]*\])*)$/
const DEEPEST = 8

/** The fields of a form; names such as `fields[phone][value]` are places in places. A repeated name has a list of values. */
export function nodeOfForm(pairs: readonly (readonly [string, string])[]): Node {
  const root = new Map<string, Node>()
  for (const [name, value] of pairs) {
    const [, first = name, rest = ''] = TOKENS.exec(name) ?? []
    const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, token = '']) => token)
    put(root, [first, ...inner.filter((token) => token !== '')].slice(0, DEEPEST), value)
  }
  return root
}

function put(root: Map<string, Node>, path: readonly string[], value: string) {
  let place = root
  for (const name of path.slice(0, -1)) {
    const there = place.get(name)
    const next = there instanceof Map ? there : new Map<string, Node>()
    if (!(there instanceof Map)) place.set(name, next)
    if (typeof there === 'string') next.set('', there)
    place = next
  }
  const last = path.at(-1) as string
  const there = place.get(last)
  if (there === undefined) place.set(last, value)
  else if (there instanceof Map) there.set('', value)
  else place.set(last, [...(Array.isArray(there) ? there : [there]), value])
}
