import { SaxesParser } from 'saxes'
import { ATTRIBUTES, NESTED, VERBS } from './grammar.ts'
import { faultOfSay } from './voices.ts'

export type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] }

/** A warning with the vendor's code. Only the element or attribute concerned is skipped. */
export type Warning = { code: number; message: string }
export type Instructions = { verbs: Element[]; warnings: Warning[] }

/** A document that cannot be executed, with the vendor's code. */
export class TwimlError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const NOT_XML = 12100
const NO_RESPONSE = 12102
const WRONG_TYPE = 12300
const SCHEMA = 12200
const ALLOWED_TYPES = new Set(['text/xml', 'application/xml', 'text/html'])

/** Parses the TwiML that a webhook returned. Unknown verbs and attributes are skipped with a warning. */
export function parseTwiml(text: string, contentType = 'text/xml'): Instructions {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  // The vendor reads any plain text to the caller and hangs up.
  if (type === 'text/plain') return { verbs: [element('Say', text), element('Hangup')], warnings: [] }
  if (!ALLOWED_TYPES.has(type)) throw new TwimlError(WRONG_TYPE, `Invalid Content-Type: ${type || 'none'}`)
  const root = parseXml(text)
  if (root.name !== 'Response') throw new TwimlError(NO_RESPONSE, `The root is <${root.name}> and should be <Response>`)
  const warnings: Warning[] = []
  const verbs = known(root, VERBS, warnings).map((verb) => clean(verb, warnings))
  return { verbs, warnings }
}

export const textOf = (element: Element): string =>
  element.children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim()

export const elementsOf = (element: Element): Element[] => element.children.filter((child) => typeof child !== 'string')

const element = (name: string, text = ''): Element => ({ name, attributes: {}, children: [text] })

function clean(element: Element, warnings: Warning[]): Element {
  const allowed = ATTRIBUTES[element.name] ?? []
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(element.attributes)) {
    if (allowed.includes(name)) attributes[name] = value
    else warnings.push({ code: SCHEMA, message: `Attribute '${name}' is not allowed in <${element.name}>` })
  }
  const fault = element.name === 'Say' ? faultOfSay(attributes) : undefined
  if (fault) warnings.push(fault)
  const nouns = known(element, NESTED[element.name] ?? [], warnings).map((noun) => clean(noun, warnings))
  return { name: element.name, attributes, children: [...nouns, textOf(element)] }
}

function known(element: Element, names: readonly string[], warnings: Warning[]): Element[] {
  return elementsOf(element).filter((child) => {
    const isKnown = names.includes(child.name)
    if (!isKnown) warnings.push({ code: SCHEMA, message: `<${child.name}> is not allowed in <${element.name}>` })
    return isKnown
  })
}

function parseXml(text: string): Element {
  const top: Element = { name: '', attributes: {}, children: [] }
  const open: Element[] = [top]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw new TwimlError(NOT_XML, `Document parse failure: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: { ...attributes }, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  for (const event of ['text', 'cdata'] as const) parser.on(event, (piece) => open.at(-1)?.children.push(piece))
  parser.write(text.replace(/^\uFEFF/, '').trimStart()).close()
  const root = elementsOf(top)[0]
  if (!root) throw new TwimlError(NOT_XML, 'Document parse failure: no element')
  return root
}
