import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { type AutomationContent, stepsIn } from '#contract/leads/automations/automation-shapes.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { requireStatus, requireStatuses } from '../leads/list/chosen-leads.service.ts'
import { issuesIn } from '../leads/list/filter.service.ts'
import { templatesAmong } from '../message-templates/message-templates.service.ts'
import { membersAmong } from '../numbers/numbers.service.ts'
import { wheresIn } from './automations.rules.ts'

const awaitedIn = (content: AutomationContent | null) =>
  content?.trigger.kind === 'status_changed' ? content.trigger.to : []
const statusesIn = (content: AutomationContent | null) =>
  stepsIn(content?.steps ?? []).flatMap((step) => (step.kind === 'set_status' ? step.statusId : []))
const templatesIn = (content: AutomationContent | null) =>
  stepsIn(content?.steps ?? []).flatMap((step) => (step.kind === 'send' ? step.templateId : []))
const peopleIn = (content: AutomationContent | null) =>
  stepsIn(content?.steps ?? []).flatMap((step) => ('userId' in step ? (step.userId ?? []) : []))

/**
 * Refuses conditions that no lead can fit, and statuses, people and templates that the business does not have. Of these it
 * checks only what is new: they may go while an automation still names them, which its runs then say.
 */
export async function requireKnown(
  { ownFields }: Pick<Deps, 'ownFields'>,
  { db, caller: { businessId } }: { db: Db; caller: Member },
  content: AutomationContent,
  known: readonly (AutomationContent | null)[],
) {
  const own = await ownFields.find(businessId)
  const calls = { read: null, heard: null }
  const issues = wheresIn(content).flatMap((where) => issuesIn(where, { own, calls }))
  const { trigger } = content
  const isDate =
    trigger.kind !== 'date_reached' ||
    own.some(({ key, type }) => ownFieldName(key) === trigger.field && type === 'date')
  if (!isDate) throw invalidInput('trigger.field', 'invalid_value')
  if (issues.length) throw new AppError('invalid_input', { issues })
  const added = (of: (one: AutomationContent | null) => string[]) => {
    const named = new Set(known.flatMap(of))
    return [...new Set(of(content))].filter((id) => !named.has(id))
  }
  await requireStatuses(db, businessId, added(awaitedIn))
  for (const statusId of added(statusesIn)) await requireStatus(db, businessId, { statusId })
  const templates = added(templatesIn)
  if ((await templatesAmong(db, businessId, templates)).length < templates.length)
    throw new AppError('message_template_not_found')
  const people = added(peopleIn)
  const members = await membersAmong(db, businessId, people)
  if (people.some((id) => !members.includes(id))) throw new AppError('user_not_found')
}
