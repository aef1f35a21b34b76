import { FIELD_PATH_MAX, FIELD_VALUE_MAX, SOURCE_FIELDS_MAX } from '#contract/lead-sources/lead-sources.ts'
import { storable } from './decoding.rules.ts'
import type { Node } from './nodes.rules.ts'

/** A field that was found: where, its name for people, and its text. */
export type FoundField = { path: string; label: string; value: string }

/** How senders name and fill the questions of a form, the most telling first. */
const names = ['column_id', 'field', 'name', 'key', 'id', 'question', 'title', 'label', 'ref']
const values = ['string_value', 'value', 'values', 'answer', 'answers', 'response']
const labels = ['column_name', 'title', 'label', 'question', 'name', 'field']
const DEEPEST = 10
const LABEL_MAX = 120

/** What spam protection, sessions and secrets of the sender need: no field of a lead. */
const TECHNICAL =
  /(^|\.)(_wp[a-z0-9_]*|_wpnonce|_token|csrf[a-z_]*|google_key|[gh]-(re)?captcha-response|cf-turnstile-response|user_agent|remote_ip|credit)$/i
export const isTechnical = (path: string) => TECHNICAL.test(path)

const textIn = (node: Node | undefined) => (typeof node === 'string' ? node.trim() : '')
const joined = (list: readonly Node[]) =>
  list
    .filter((one) => typeof one === 'string')
    .map((one) => one.trim())
    .filter(Boolean)
    .join(', ')

/** The answer of an object that is a question with its answer. */
function answerIn(node: Map<string, Node>) {
  for (const name of values) {
    const found = node.get(name)
    if (typeof found === 'string') return found
    if (Array.isArray(found) && found.every((one) => typeof one === 'string')) return joined(found)
  }
  return undefined
}
const firstOf = (node: Map<string, Node>, keys: readonly string[]) =>
  keys.map((key) => textIn(node.get(key))).find((text) => text !== '')

/** An element of a list that is a question of a form with its answer. */
function questionIn(node: Node) {
  if (!(node instanceof Map)) return undefined
  const name = firstOf(node, names)
  const answer = answerIn(node)
  if (name === undefined || answer === undefined) return undefined
  return { name, answer, label: firstOf(node, labels) ?? name }
}
const placed = (path: string, name: string) => (path ? `${path}.${name}` : name)

/** The fields of a content with their paths, such as `contact.phone`. A list of questions gives a field for each. */
export function fieldsIn(content: Node): FoundField[] {
  const found = new Map<string, FoundField>()
  const add = (path: string, label: string, value: string) => {
    const at = storable(path).slice(0, FIELD_PATH_MAX) || 'value'
    const text = storable(value).trim().slice(0, FIELD_VALUE_MAX).toWellFormed()
    if (isTechnical(at) || text === '') return
    const before = found.get(at)
    if (before && before.value !== text)
      found.set(at, { ...before, value: `${before.value}, ${text}`.slice(0, FIELD_VALUE_MAX) })
    else if (!before && found.size < SOURCE_FIELDS_MAX)
      found.set(at, { path: at, label: storable(label).trim().slice(0, LABEL_MAX) || at, value: text })
  }
  const walk = (node: Node, path: string, depth: number) => {
    if (depth > DEEPEST) return
    if (typeof node === 'string') add(path, path, node)
    else if (Array.isArray(node)) walkList(node, path, depth)
    else walkPlaces(node, path, depth)
  }
  const walkPlaces = (node: Map<string, Node>, path: string, depth: number) => {
    const answer = path === '' ? undefined : answerIn(node)
    const label = answer === undefined ? undefined : firstOf(node, labels)
    if (answer !== undefined && label) add(path, label, answer)
    else for (const [name, inner] of node) walk(inner, placed(path, name), depth + 1)
  }
  const walkList = (list: readonly Node[], path: string, depth: number) => {
    if (list.every((one) => typeof one === 'string')) add(path, path, joined(list))
    else
      for (const [i, one] of list.entries()) {
        const question = questionIn(one)
        if (question) add(placed(path, question.name), question.label, question.answer)
        else walk(one, placed(path, String(i + 1)), depth + 1)
      }
  }
  walk(content, '', 0)
  return [...found.values()]
}
