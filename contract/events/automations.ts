import { z } from 'zod'
import { id } from '../common.ts'
import { Changes, type EventEntries, OfBusiness, OfCampaign } from './events.ts'

const ofAutomation = {
  /** `name`: after the change; in a deletion, the last one. */
  payload: OfBusiness.extend({ automationId: id, name: z.string() }),
  audience: 'audit',
  kind: 'settings',
  subject: { kind: 'automation', id: 'automationId', names: ['name'] },
} as const

/** Sent to people whom a rule notifies. */
export const automationNotifications = ['automation_notice'] as const

/** Sent to Owners when a rule failed several times at the same step. */
export const automationFailures = { automation_failing: ['app', 'popup', 'push'] } as const

export const automationEvents = {
  'automation.created': { ...ofAutomation, isCreation: true },
  'automation.renamed': { ...ofAutomation, payload: ofAutomation.payload.extend({ changes: Changes }) },
  /** From then on new runs follow this version. Its content is kept with the automation. */
  'automation.published': {
    ...ofAutomation,
    payload: ofAutomation.payload.extend({ version: z.number().int() }),
    facts: ['version'],
  },
  'automation.paused': ofAutomation,
  'automation.resumed': ofAutomation,
  'automation.moved': ofAutomation,
  'automation.deleted': ofAutomation,
  'automation.run_stopped': { ...ofAutomation, payload: ofAutomation.payload.extend({ runId: id }) },
  'automation.run_retried': { ...ofAutomation, payload: ofAutomation.payload.extend({ runId: id }) },
  /** The rule failed this many times at the same step within a week. The name is in `personal`. */
  'automation.failing': {
    payload: OfBusiness.extend({ automationId: id, count: z.number().int() }),
    audience: 'audit',
    kind: null,
    notification: 'automation_failing',
  },
  /** A rule notifies people of a lead. The text is in `personal`. */
  'automation.notified': {
    payload: OfCampaign.extend({ leadId: id, automationId: id, notifies: z.array(id) }),
    audience: 'audit',
    kind: null,
    notification: 'automation_notice',
  },
} as const satisfies EventEntries
