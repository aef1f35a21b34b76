import type { Language } from '#contract/constants.ts'
import type { Gender } from '#contract/leads/messages/gender.ts'
import type { MessageTemplate } from '#contract/leads/messages/message-templates.ts'
import { renderContent } from '#contract/leads/messages/template-text.ts'
import type { TemplateValues, TemplateVariable } from '#contract/leads/messages/template-variables.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SentTemplate } from '../../providers/whatsapp/whatsapp.ts'
import { seesMasked } from '../access/access.rules.ts'
import { requireLead } from '../leads/leads.service.ts'
import { findAccountTemplate } from './account-templates.queries.ts'
import { sentTemplateOf } from './account-templates.rules.ts'
import { findTemplate } from './message-templates.queries.ts'
import { letterHtml, maskValues } from './message-templates.rules.ts'
import { findGender, type ValuesOf } from './template-values.queries.ts'

/** Values that a feature supplies for the variables of its source, as far as it has them for this lead. */
export type TemplateSource = (
  db: Db,
  businessId: string,
  of: ValuesOf,
  env: { publicUrl: string },
) => Promise<TemplateValues>

type ValueDeps = Pick<Deps, 'templateSources' | 'env'>
type Context = { db: Db; caller: Caller }

/** The values of all sources, and the gender by which words are chosen. */
export async function valuesFor({ templateSources, env }: ValueDeps, db: Db, businessId: string, of: ValuesOf) {
  const [gender, ...found] = await Promise.all([
    findGender(db, businessId, of.leadId),
    ...templateSources.map((source) => source(db, businessId, of, env)),
  ])
  return { gender, values: Object.assign({}, ...found) as TemplateValues }
}

const senderOf = (caller: Caller) => (caller.kind === 'person' ? caller.userId : null)

/** What variables stand for in a message from the caller to the lead, as the caller may see them. */
export async function findValues(deps: ValueDeps, { db, caller }: Context, leadId: string) {
  await requireLead({ db, caller }, leadId)
  const { gender, values } = await valuesFor(deps, db, caller.businessId, { leadId, userId: senderOf(caller) })
  return { gender, values: seesMasked(caller) ? maskValues(values) : values }
}

type Wanted = { templateId: string; leadId: string; language: Language }
export type RenderedMessage = Pick<MessageTemplate, 'channel' | 'purpose'> & {
  templateId: string
  language: Language
  gender: Gender
  subject: string | null
  text: string
  /** The text as a letter, of an email. */
  html: string | null
  /** What is sent in place of the text, of WhatsApp. */
  sent: SentTemplate | null
}

/**
 * The message of a template to a lead that the caller may read, for sending: contacts in it are never masked. Throws if
 * the template has no text in the language, or a variable has no value.
 */
export async function renderTemplate(deps: ValueDeps, { db, caller }: Context, wanted: Wanted) {
  await requireLead({ db, caller }, wanted.leadId)
  return renderFor(deps, db, caller.businessId, { ...wanted, userId: senderOf(caller) })
}

/** The same in the name of a person, or of none, by a part of the product that may read the lead. */
export async function renderFor(
  deps: ValueDeps,
  db: Db,
  businessId: string,
  { templateId, leadId, language, userId }: Wanted & { userId: string | null },
): Promise<RenderedMessage> {
  const { channel, purpose, ...content } = await findContent(db, businessId, { templateId, language })
  const context = await valuesFor(deps, db, businessId, { leadId, userId })
  const { subject, text, missing } = renderContent(content, context)
  if (missing.length) throw missingValues(missing)
  const html = channel === 'email' ? letterHtml(language, { subject: subject ?? '', text }) : null
  const stored = channel === 'whatsapp' ? await findAccountTemplate(db, businessId, templateId) : undefined
  const inAccount = stored?.account[language]
  const sent = stored && inAccount ? sentTemplateOf(stored.accountName, inAccount, context) : null
  return { templateId, channel, purpose, language, gender: context.gender, subject, text, html, sent }
}

/** What a template says in a language, before any values. */
export async function findContent(
  db: Db,
  businessId: string,
  { templateId, language }: { templateId: string; language: Language },
) {
  const template = await findTemplate(db, businessId, { id: templateId })
  if (!template) throw new AppError('message_template_not_found')
  const content = template.contents[language]
  if (!content) throw new AppError('message_template_language')
  return { channel: template.channel, purpose: template.purpose, ...content }
}

const missingValues = (missing: readonly TemplateVariable[]) =>
  new AppError('message_template_values_missing', { values: { names: missing.join(', ') } })
