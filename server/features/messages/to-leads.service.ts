import * as sms from './sms.queries.ts'
import * as queries from './to-leads.queries.ts'

export type { DueToLead } from './to-leads.queries.ts'

/*
 * The delivery queue as conversations use it: they decide when a message to a lead leaves, and keep its text and states.
 */
export const insertToLead = queries.insertToLead
export const takeDueToLeads = queries.takeDueToLeads
export const updateToLead = queries.updateToLead
export const hastenToLeads = queries.hastenToLeads
export const findPointedAt = queries.findPointedAt

/** Phones that opted out at a sender's carrier. Run as the worker's role. */
export const hasOptedOut = sms.hasOptedOut
export const listOptedOut = sms.listOptedOut
export const insertOptOut = sms.insertOptOut
export const deleteOptOut = sms.deleteOptOut
