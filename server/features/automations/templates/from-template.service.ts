import type { Language } from '#contract/constants.ts'
import { stepsIn } from '#contract/leads/automations/automation-shapes.ts'
import type { AutomationTemplate } from '#contract/leads/automations/automation-templates.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { onceInTransaction } from '../../../platform/db/idempotency.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { ensureTemplate } from '../../message-templates/message-templates.service.ts'
import { createAutomation, getAutomation } from '../automations.service.ts'
import { contentOf } from './automation-contents.ts'
import { type AutomationMessage, automationMessages } from './automation-messages.ts'

const names = Object.keys(automationMessages) as AutomationMessage[]

type Wanted = { name: string; template: AutomationTemplate; language: Language }
/** Makes a draft of a template, and the message templates that it sends unless the business has them; once for each key. */
export async function createFromTemplate(
  deps: Pick<Deps, 'ownFields' | 'now'>,
  context: { db: Db; caller: Member; idempotencyKey: string | undefined },
  wanted: Wanted,
) {
  const { id } = await onceInTransaction(context, wanted, async (tx) => {
    const { _id } = await create(deps, { db: tx, caller: context.caller }, wanted)
    return { id: _id }
  })
  return getAutomation(context, id)
}

async function create(
  deps: Pick<Deps, 'ownFields' | 'now'>,
  context: { db: Db; caller: Member },
  { name, template, language }: Wanted,
) {
  const unnamed = new Map(names.map((message) => [message, newId()]))
  const content = contentOf(template, { language, idOf: (message) => unnamed.get(message) ?? '' })
  const sent = stepsIn(content.steps).flatMap((step) => (step.kind === 'send' ? step.templateId : []))
  const ids = new Map<AutomationMessage, string>()
  for (const message of names.filter((one) => sent.includes(unnamed.get(one) ?? '')))
    ids.set(message, (await ensureTemplate(context, { ...automationMessages[message], language }))._id)
  const draft = contentOf(template, { language, idOf: (message) => ids.get(message) ?? '' })
  return createAutomation(deps, context, { name, draft })
}
