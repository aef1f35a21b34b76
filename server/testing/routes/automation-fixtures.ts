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

/** Webhooks with a delivery that waits, and ids of these. */
export const webhookFixtures = ({ businessId, db }: Business) => {
  const webhook = async () => {
    const id = newId()
    const values = { url: 'https://receiver.test/hook', types: ['lead.created'], language: 'he', secret: '' }
    await db
      .insertInto('webhooks')
      .values({ business_id: businessId, id, name: `Webhook ${id}`, created_at: new Date().toISOString(), ...values })
      .execute()
    return id
  }
  const delivery = async () => {
    const [webhookId, eventId] = [await webhook(), newId()]
    const about = { type: 'webhook.test', facts: '{}', body: '{}', happened_at: new Date().toISOString() }
    await db
      .insertInto('webhook_deliveries')
      .values({ business_id: businessId, webhook_id: webhookId, event_id: eventId, state: 'failed', ...about })
      .execute()
    return { id: webhookId, eventId }
  }
  return { webhook, delivery }
}
