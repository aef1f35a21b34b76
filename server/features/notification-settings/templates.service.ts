import { languages } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  problemsOf,
  TEMPLATE_TEXT_MAX,
  type Template,
  type TemplateChange,
  templateNames,
  templateOf,
} from '#contract/notifications/message-templates.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, type Issue, invalidInput } from '../../platform/http/errors.ts'
import { asTemplate, type Shown } from './examples.rules.ts'
import { listTemplates } from './notification-recipients.queries.ts'
import * as queries from './notification-settings.queries.ts'
import { ownOf, standardOf, type Which } from './templates.rules.ts'

type TemplateDeps = Pick<Deps, 'env' | 'now' | 'messageExamples'>
type By = { db: Db; caller: Member }

const all: Which[] = templateNames.flatMap((name) =>
  (['mail', 'sms'] as const)
    .filter((channel) => templateOf[name][channel])
    .flatMap((channel) => languages.map((language) => ({ name, channel, language }))),
)

async function shownIn({ env, now }: TemplateDeps, db: Db, businessId: string): Promise<Shown> {
  const business = await queries.findSettings(db, businessId)
  if (!business) throw new AppError('business_not_found')
  return { businessId, business: business.name, publicUrl: env.publicUrl, now: now() }
}

export async function findAllTemplates(deps: TemplateDeps, { db, caller }: By): Promise<Template[]> {
  const [shown, own] = await Promise.all([shownIn(deps, db, caller.businessId), listTemplates(db, caller.businessId)])
  return all.map((which) => asTemplate(deps.messageExamples, own, which, shown))
}

function requireValidTemplate({ content, ...which }: TemplateChange): Which & { content: TemplateChange['content'] } {
  const { name, channel } = which
  if (!templateOf[name][channel]) throw invalidInput('channel', 'invalid_value')
  if (!content) return { ...which, content }
  const fitting = { subject: channel === 'mail' ? (content.subject ?? '') : null, text: content.text }
  const issues: Issue[] = Object.entries(problemsOf({ name, channel, content: fitting })).map(([field, message]) => ({
    path: `content.${field}`,
    message: message === 'required' ? 'required_field' : message,
  }))
  if (channel === 'sms' && content.text.length > TEMPLATE_TEXT_MAX.sms)
    issues.push({ path: 'content.text', message: 'too_long', values: { limit: TEMPLATE_TEXT_MAX.sms } })
  if (issues.length) throw new AppError('invalid_input', { issues })
  return { ...which, content: fitting }
}

/** Stores a business's own text. A text equal to the default is not stored, and a stored one is deleted. */
export function changeTemplate(deps: TemplateDeps, { db, caller }: By, change: TemplateChange): Promise<Template> {
  const { content, ...which } = requireValidTemplate(change)
  const { businessId } = caller
  return db.transaction().execute(async (tx) => {
    await queries.findSettings(tx, businessId, { isLocked: true })
    const before = ownOf(await listTemplates(tx, businessId), which)
    const standard = standardOf(which)
    const isOwn = content !== null && (content.text !== standard.text || content.subject !== standard.subject)
    if (isOwn) await queries.upsertTemplate(tx, businessId, { ...which, ...content })
    else await queries.deleteTemplate(tx, businessId, which)
    const isChanged = isOwn ? before?.text !== content.text || before.subject !== content.subject : before !== undefined
    if (isChanged)
      await emit(tx, caller, 'notification_settings.changed', {
        campaignId: ALL_CAMPAIGNS,
        // `changes` says only whether the text is the default or the business's own. The texts themselves may contain
        // personal data, so they are in `personal`.
        changes: { [`template ${which.name} ${which.channel} ${which.language}`]: [words(before), words(isOwn)] },
        personal: { before: before && wordsAlone(before), after: isOwn ? content : null },
      })
    const own = await listTemplates(tx, businessId)
    return asTemplate(deps.messageExamples, own, which, await shownIn(deps, tx, businessId))
  })
}
const words = (isOwn: unknown) => (isOwn ? 'own' : 'standard')
const wordsAlone = ({ subject, text }: { subject: string | null; text: string }) => ({ subject, text })
