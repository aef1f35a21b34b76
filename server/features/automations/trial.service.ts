import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import type { automationRoutes } from '#contract/leads/automations/automations.ts'
import { partsOf, type WhereGroup, type WhereRule } from '#contract/leads/lead-where.ts'
import type { RouteReply } from '#contract/route.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { requireLead } from '../leads/leads.service.ts'
import { whichFit } from '../leads/list/fitting.service.ts'
import { requireAutomation } from './automations.service.ts'
import { advance } from './engine/advance.service.ts'
import type { ActDeps } from './engine/steps.ts'
import { requireKnown } from './known.service.ts'

type Trial = RouteReply<typeof automationRoutes.test>
class Undone extends Error {
  readonly trial: Trial
  constructor(trial: Trial) {
    super('The trial is undone')
    this.trial = trial
  }
}

type Tried = { id: string; leadId: string; content: AutomationContent }
/** Does the steps with a lead in a transaction that is rolled back, so that each says what it would really do. */
export async function tryOnLead(
  deps: ActDeps & Pick<Deps, 'ownFields' | 'now' | 'onError'>,
  { db, caller }: { db: Db; caller: Member },
  { id, leadId, content }: Tried,
): Promise<Trial> {
  const { ownFields, now: clock, onError } = deps
  const { businessId, userId } = caller
  const stored = await requireAutomation({ db, caller }, id)
  await requireKnown({ ownFields }, { db, caller }, content, [stored.draft, stored.published])
  const own = await ownFields.find(businessId)
  const lead = await requireLead({ db, caller }, leadId)
  if (lead.deleted_at) throw new AppError('lead_not_found')
  const now = clock()
  try {
    return await db.transaction().execute(async (tx) => {
      const parts = content.conditions ? partsOf<WhereRule | WhereGroup>(content.conditions).parts : []
      const wheres = [content.conditions, ...parts.map((part) => ('field' in part ? { all: [part] } : part))]
      const [fits = false, ...conditions] = await whichFit(tx, businessId, leadId, { wheres, own, now })
      const said = new Map<string, string>()
      const say = (stepId: string, text: string) => void said.set(stepId, text)
      const rule = { automationId: id, name: stored.name, version: 0, content, ownerId: userId, isOwnerThere: true }
      const run = { leadId, depth: 0, stepId: content.steps[0]?.id ?? null, steps: [] }
      const { steps } = await advance({ deps, tx, businessId, rule, run, own, now, isTrial: true, onError, say })
      throw new Undone({
        ...{ success: true, fits, conditions },
        steps: steps.map((step) => ({ ...step, said: said.get(step.stepId) ?? null })),
      })
    })
  } catch (error) {
    if (error instanceof Undone) return error.trial
    throw error
  }
}
