import type { Gender } from './gender.ts'
import { isTemplateVariable, type TemplateValues, type TemplateVariable } from './template-variables.ts'

/** Masculine, feminine and neutral words; the neutral ones are also for groups and where the gender is unknown. */
type Forms = { m: string; f: string; n: string }
export type TemplatePart =
  | { kind: 'words'; words: string }
  /** `fallback`: what stands for a missing value; null: the value must exist. */
  | { kind: 'variable'; name: TemplateVariable; fallback: string | null }
  | { kind: 'forms'; forms: Forms }

export const templateProblems = ['unknown_variable', 'broken_placeholder', 'gender_form_incomplete'] as const
/** `what`: the name of the variable, or the place in the text. */
export type TemplateProblem = { kind: (typeof templateProblems)[number]; what: string }

/** Braces that hold no braces. */
const PLACEHOLDER = /\{\{((?:(?!\{\{|\}\})[\s\S])*)\}\}/g
const FORM = /^\s*([mfn]):([\s\S]*)$/
const WHAT_MAX = 60

type Read = { parts: TemplatePart[]; problems: TemplateProblem[] }

/** Reads a text; what cannot be read is a problem and stays as words. */
export function readTemplate(text: string): Read {
  const read: Read = { parts: [], problems: [] }
  let end = 0
  for (const found of text.matchAll(PLACEHOLDER)) {
    addWords(read, text.slice(end, found.index))
    addPlaceholder(read, found[0], found[1] ?? '')
    end = found.index + found[0].length
  }
  addWords(read, text.slice(end))
  return read
}

function addWords({ parts, problems }: Read, words: string) {
  if (!words) return
  parts.push({ kind: 'words', words })
  const broken = /.{0,20}(?:\{\{|\}\}).{0,20}/.exec(words)
  if (broken) problems.push({ kind: 'broken_placeholder', what: broken[0].trim() })
}

function addPlaceholder({ parts, problems }: Read, whole: string, inside: string) {
  const refuse = (kind: TemplateProblem['kind'], what: string) => {
    parts.push({ kind: 'words', words: whole })
    problems.push({ kind, what: what.trim().slice(0, WHAT_MAX) })
  }
  const pieces = inside.split('|')
  if (FORM.test(inside)) {
    const forms = formsOf(pieces)
    return forms ? void parts.push({ kind: 'forms', forms }) : refuse('gender_form_incomplete', whole)
  }
  const [name = '', ...fallbacks] = pieces
  if (fallbacks.length > 1 || !name.trim()) return refuse('broken_placeholder', whole)
  const variable = name.trim()
  if (!isTemplateVariable(variable)) return refuse('unknown_variable', variable)
  parts.push({ kind: 'variable', name: variable, fallback: fallbacks[0]?.trim() ?? null })
}

/** Each of the three forms once, in any order; a form may be empty. */
function formsOf(pieces: readonly string[]): Forms | undefined {
  const found = pieces.map((piece) => FORM.exec(piece))
  const forms = Object.fromEntries(found.flatMap((form) => (form ? [[form[1], form[2]?.trim()]] : [])))
  const { m, f, n } = forms as Partial<Forms>
  return pieces.length === 3 && m !== undefined && f !== undefined && n !== undefined ? { m, f, n } : undefined
}

export const problemsInTemplate = (text: string) => readTemplate(text).problems

const formOf: Record<Gender, keyof Forms> = { unknown: 'n', female: 'f', male: 'm', plural: 'n' }

export type TemplateContext = { values: TemplateValues; gender: Gender }
/** `missing`: variables of the text that have neither a value nor a fallback. */
export type Rendered = { text: string; missing: TemplateVariable[] }

/** Fills in a text in one pass, so that braces in a value stay as they are. */
export function renderText(text: string, { values, gender }: TemplateContext): Rendered {
  const missing = new Set<TemplateVariable>()
  const wordsOf = (part: TemplatePart) => {
    if (part.kind === 'words') return part.words
    if (part.kind === 'forms') return part.forms[formOf[gender]]
    const value = values[part.name]?.trim()
    if (!value && part.fallback === null) missing.add(part.name)
    return value || (part.fallback ?? '')
  }
  return { text: readTemplate(text).parts.map(wordsOf).join(''), missing: [...missing] }
}

type Content = { subject: string | null; text: string }
/** Fills in the subject and the text of a message. A line break in a value becomes a space in the subject. */
export function renderContent({ subject, text }: Content, context: TemplateContext) {
  const body = renderText(text, context)
  const title = subject === null ? null : renderText(subject, context)
  const missing = [...new Set([...(title?.missing ?? []), ...body.missing])]
  return { subject: title === null ? null : title.text.replace(/\s+/g, ' ').trim(), text: body.text.trim(), missing }
}
