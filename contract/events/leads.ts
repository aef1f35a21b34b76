import { z } from 'zod'
import { day, id } from '../common.ts'
import { assignmentReasons } from '../leads/assignment/terms.ts'
import { Changes, type EventEntries, OfBusiness, OfCampaign } from './events.ts'

/**
 * A change of the lead counters. `total` is +1 or −1; `value` is the value of the lead in agorot, and `sales` that of a
 * won lead, with the same sign.
 */
export const CounterDelta = OfCampaign.extend({
  statusId: id,
  source: z.string(),
  /** Day of the lead's creation in Asia/Jerusalem. */
  day,
  /** Hour of the week of the creation in Asia/Jerusalem (week-hours.ts); absent in events from before hours were counted. */
  hour: z.number().int().optional(),
  /** Key of the step that holds the first response time (contract/leads/responses.ts); absent until the lead is answered. */
  response: z.string().optional(),
  total: z.number().int(),
  sales: z.number().int(),
  /** Absent in events from before the counters summed values. */
  value: z.number().int().optional(),
  /** Absent in events from before leads were counted by person. */
  assignedTo: z.union([id, z.literal('none')]).optional(),
})
export type CounterDelta = z.output<typeof CounterDelta>

const AboutLead = OfCampaign.extend({ leadId: id })
const Counted = AboutLead.extend({ counts: z.array(CounterDelta) })
/** `operationId` is set if the change is part of an operation on many leads. */
const InOperation = Counted.extend({
  operationId: id.optional(),
  /** Why it was done without an operation (lead-why.ts). */
  cause: z.enum(['entered', 'answered', 'campaign', 'rule', 'meeting']).optional(),
})
/** `leadIds`: the leads that were merged into `leadId`. `counts`: past sales that are counted again. */
const Merge = AboutLead.extend({ operationId: id, leadIds: z.array(id), counts: z.array(CounterDelta).optional() })
const Enquiry = { source: z.string(), enquiryId: id }
/** Set if the duplicate policy was not simply applied: what was decided, and the lead that the person had (lead-why.ts). */
const Decision = {
  fate: z.enum(['marked', 'second', 'unmatched', 'conversation']).optional(),
  knownLeadId: id.optional(),
}

const ofLead = { audience: 'broadcast', topic: 'lead', kind: 'leads', subject: { kind: 'lead', id: 'leadId' } } as const

/** Lead notifications that members receive, through all channels. */
export const leadNotifications = ['receiving_a_lead', 'repeat_enquiry'] as const

export const leadEvents = {
  /** `isSilent`: the lead comes from an import that sends no notifications. */
  'lead.created': {
    ...ofLead,
    payload: InOperation.extend({ ...Enquiry, ...Decision, isSilent: z.literal(true).optional() }),
    facts: ['source'],
    notification: 'receiving_a_lead',
  },
  'lead.repeated': {
    ...ofLead,
    payload: AboutLead.extend({
      ...Enquiry,
      ...Decision,
      operationId: id.optional(),
      isSilent: z.literal(true).optional(),
    }),
    facts: ['source'],
    notification: 'repeat_enquiry',
  },
  /** An enquiry of this person was refused, because the person has this lead (duplicate-policy.ts). */
  'lead.refused': { ...ofLead, payload: AboutLead.extend({ source: z.string() }), facts: ['source'] },
  /**
   * `byRule`: why the campaign's rule assigned it. `notifies`: the person to whom it was assigned, unless many leads were
   * assigned at once.
   */
  'lead.changed': {
    ...ofLead,
    payload: InOperation.extend({
      changes: Changes,
      byRule: z.enum(assignmentReasons).optional(),
      notifies: z.array(id).optional(),
    }),
    notification: 'lead_assigned',
  },
  /** `counts` is not empty if the comment is the first answer; `mentions`: absent in events from before mentions. */
  'lead.commented': {
    ...ofLead,
    payload: Counted.extend({ commentId: id, mentions: z.array(id).optional() }),
    notification: 'mention',
  },
  /** `mergedInto`: it was merged into this lead, or a merge into it was undone. */
  'lead.deleted': { ...ofLead, payload: InOperation.extend({ mergedInto: id.optional() }) },
  'lead.restored': { ...ofLead, payload: InOperation.extend({ mergedInto: id.optional() }) },
  /** The lead is not to be called by anyone, or may be called again. */
  'lead.call_barred': { ...ofLead, payload: AboutLead },
  'lead.call_allowed': { ...ofLead, payload: AboutLead },
  /** Other leads were merged into this one. */
  'lead.merged': { ...ofLead, payload: Merge },
  'lead.unmerged': { ...ofLead, payload: Merge },
  /** A person said that these leads are different people. */
  'leads.distinguished': {
    payload: OfCampaign.extend({ leadIds: z.array(id), leads: z.number().int() }),
    audience: 'audit',
    kind: 'leads',
    facts: ['leads'],
  },
  /** The lead's personal data was erased; its events and their times remain. */
  'lead.erased': { ...ofLead, payload: AboutLead },
  /** All data held about the person was exported. */
  'lead.exported': { ...ofLead, payload: AboutLead },
  /** Leads were downloaded as a file. */
  'leads.exported': {
    payload: OfBusiness.extend({ leads: z.number().int(), format: z.enum(['csv', 'xlsx']) }),
    audience: 'audit',
    kind: 'takings',
    facts: ['leads', 'format'],
  },
  /** Rows that an import left out were downloaded. */
  'leads.import_rows_exported': {
    payload: OfBusiness.extend({ importId: id }),
    audience: 'audit',
    kind: 'takings',
  },
  /** Leads were deleted permanently after their time in the trash. */
  'leads.purged': {
    payload: OfBusiness.extend({ leads: z.number().int() }),
    audience: 'audit',
    kind: 'leads',
    facts: ['leads'],
  },
} as const satisfies EventEntries
