import type { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import { newId } from '../../platform/ids.ts'
import type { testApp } from '../test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Pick<Awaited<ReturnType<App['newBusiness']>>, 'businessId' | 'db'>

/** Tags each new lead. */
export const anAutomation = (changes: Partial<AutomationContent> = {}): AutomationContent => ({
  trigger: { kind: 'lead_created' },
  conditions: null,
  exit: null,
  oncePerLead: false,
  steps: [{ id: 'a', kind: 'tag', add: ['New'], remove: [] }],
  ...changes,
})

/** Automations with a draft and a published version, and their runs. */
export const automationFixtures = ({ businessId, db }: Business, lead: () => Promise<string>) => {
  const automation = async () => {
    const id = newId()
    const content = JSON.stringify(anAutomation())
    const values = { business_id: businessId, id, name: `Automation ${id}`, position: 1, draft: content, version: 1 }
    await db.insertInto('automations').values(values).execute()
    await db
      .insertInto('automation_versions')
      .values({ business_id: businessId, automation_id: id, version: 1, content })
      .execute()
    return id
  }
  const run = async (id: string, state: 'waiting' | 'failed') => {
    const runId = newId()
    const at = new Date(Date.now() + 86_400_000).toISOString()
    await db
      .insertInto('automation_runs')
      .values({
        ...{
          business_id: businessId,
          id: runId,
          automation_id: id,
          version: 1,
          lead_id: await lead(),
          cause_id: newId(),
        },
        ...{ depth: 0, state, step_id: 'a', due_at: state === 'waiting' ? at : null, started_at: at },
      })
      .execute()
    return runId
  }
  return { automation, run }
}
