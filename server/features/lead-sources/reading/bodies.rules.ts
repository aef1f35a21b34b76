import type { LeadSourceKind } from '#contract/lead-sources/lead-sources.ts'
import { storable, textOf } from './decoding.rules.ts'
import { type FoundField, fieldsIn } from './flattening.rules.ts'
import { pairsOfLines, pairsOfMultipart, pairsOfQuery } from './forms.rules.ts'
import { type Node, nodeOfForm, parseJson, toJson } from './nodes.rules.ts'

/** What one request says of one lead. */
export type ReadBody = {
  fields: FoundField[]
  /** The lead's id at its sender. */
  externalId: string | null
  /** The sender says that it is a test. */
  isTest: boolean
  /** The key that Google sends. */
  googleKey: string | null
}
/** One of several leads in a request: as a body of its own, in JSON, and what was found in it. */
export type Part = { raw: string; fields: FoundField[] }
export type ReadRequest = { one: ReadBody } | { many: Part[] }

const ID_MAX = 200
/** How senders name the id of a lead. */
const idNames = ['lead_id', 'leadgen_id', 'submission_id']

/** Reads a body whatever it is; text in which nothing is found has no fields. */
export function readRequest(kind: LeadSourceKind, bytes: Buffer, contentType: string | null): ReadRequest {
  const content = contentOf(bytes, contentType ?? '')
  const many = leadsIn(content)
  return many
    ? { many: many.map((part) => ({ raw: toJson(part), fields: fieldsIn(part) })) }
    : { one: leadIn(kind, content) }
}

/** Reads a body that is one lead, even if it looks like several: a part of a request is not split again. */
export const readLead = (kind: LeadSourceKind, bytes: Buffer, contentType: string | null): ReadBody =>
  leadIn(kind, contentOf(bytes, contentType ?? ''))

function leadIn(kind: LeadSourceKind, content: Node): ReadBody {
  const idName = kind === 'tiktok' ? [...idNames, 'id'] : idNames
  const said = (name: string) => {
    const value = content instanceof Map ? content.get(name) : undefined
    return typeof value === 'string' ? storable(value).trim() : ''
  }
  return {
    fields: fieldsIn(content),
    externalId: idName.map(said).find((id) => id !== '' && id.length <= ID_MAX) ?? null,
    isTest: kind === 'google_ads' && said('is_test') === 'true',
    googleKey: said('google_key') || null,
  }
}

/** Several leads in one request: a list of objects, or the entries of TikTok, also if there is only one. */
function leadsIn(content: Node): Node[] | undefined {
  const entries = content instanceof Map ? content.get('entry') : undefined
  if (isList(entries) && entries.every((one) => one.has('changes'))) return entries
  // A list of questions with their answers is one lead.
  return isList(content) && !isQuestions(content) ? content : undefined
}
const isList = (node: Node | undefined): node is Map<string, Node>[] =>
  Array.isArray(node) && node.length > 0 && node.every((one) => one instanceof Map)
const isQuestions = (list: readonly Map<string, Node>[]) =>
  list.every((one) => one.size <= 4 && (one.has('value') || one.has('answer')))

const NOTHING: Node = new Map()
const quietly = (read: () => Node | undefined) => {
  try {
    return read()
  } catch {
    return undefined
  }
}
const isFull = (node: Node | undefined): node is Node =>
  node !== undefined && !(node instanceof Map && node.size === 0) && typeof node !== 'string'

/** Senders often name another type than they send, so the text itself is looked at as well. */
function contentOf(bytes: Buffer, contentType: string): Node {
  const text = textOf(bytes, contentType).replace(/^\ufeff/, '')
  const asJson = () => (/^\s*[[{]/.test(text) ? parseJson(text) : undefined)
  const asForm = () => (/^[^\s<>{}"]+=/.test(text) ? nodeOfForm(pairsOfQuery(text.trim())) : undefined)
  const asMultipart = () => {
    const pairs = pairsOfMultipart(bytes, contentType)
    return pairs && nodeOfForm(pairs)
  }
  const asLines = () => nodeOfForm(pairsOfLines(text).map(([name, value]) => [name.replace(/[[\]]/g, ' '), value]))
  const isForm = /urlencoded/i.test(contentType)
  const order = /multipart/i.test(contentType) ? [asMultipart, asJson, asForm] : isForm ? [asForm, asJson] : [asJson]
  for (const read of [...order, asMultipart, asForm, asLines]) {
    const content = quietly(read)
    if (isFull(content)) return content
  }
  return NOTHING
}
