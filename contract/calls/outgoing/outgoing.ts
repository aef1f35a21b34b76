import { z } from 'zod'
import { byId, Done, id, sentTime, text } from '../../common.ts'
import { route } from '../../route.ts'
import { phoneInput } from '../../team/users.ts'
import { callDirections } from '../call-statuses.ts'
import { Call } from '../calls.ts'
import { CALL_NOTE_MAX, LOGGED_MINUTES_MAX } from './terms.ts'

/** Where the member's own leg rings: their browser, or their mobile. */
export const dialVias = ['softphone', 'phone'] as const
export type DialVia = (typeof dialVias)[number]

/**
 * Whom to call: a lead, on its own phone or on one of its further phones, or a number, which needs a campaign whose
 * number is shown. `tab`: made for this request by the page that asks; the call that rings the browser bears it, so that
 * this page alone answers, and by itself.
 */
export const DialInput = z
  .object({
    leadId: id.optional(),
    phone: phoneInput.optional(),
    campaignId: id.optional(),
    via: z.enum(dialVias),
    tab: id.optional(),
  })
  .refine(({ leadId, phone }) => leadId !== undefined || phone !== undefined, { path: ['phone'], message: 'required' })
  .refine(({ leadId, campaignId }) => leadId !== undefined || campaignId !== undefined, {
    path: ['campaignId'],
    message: 'campaign_required',
  })
export type DialInput = z.output<typeof DialInput>

/** A call that was made elsewhere, on the lead. `minutes`: of talk. */
export const LoggedCall = z.object({
  leadId: id,
  direction: z.enum(callDirections),
  startedAt: sentTime,
  isAnswered: z.boolean(),
  minutes: z.number().int().min(0).max(LOGGED_MINUTES_MAX).default(0),
  note: text(CALL_NOTE_MAX).default(''),
})
export type LoggedCall = z.output<typeof LoggedCall>
/** All that was logged, except whose lead it is. */
export const EditedLog = LoggedCall.omit({ leadId: true })
export type EditedLog = z.output<typeof EditedLog>

const dials = { access: 'None', can: 'calls.dial' } as const

export const outgoingRoutes = {
  dial: route({
    method: 'POST',
    path: '/call/dial',
    ...dials,
    idempotent: true,
    summary: "Call a lead through the campaign's number: one's own phone rings first, then the lead's",
    body: DialInput,
    reply: z.object({ success: z.literal(true), callId: id }),
  }),
  cancel: route({
    method: 'POST',
    path: '/call/:id/cancel',
    ...dials,
    summary: 'End a call that one makes, while it rings or goes on',
    params: byId,
    reply: Done,
  }),
  log: route({
    method: 'POST',
    path: '/call/log',
    ...dials,
    idempotent: true,
    summary: 'Log a call with a lead that was made elsewhere',
    body: LoggedCall,
    reply: z.object({ success: z.literal(true), call: Call }),
  }),
  removeLog: route({
    method: 'DELETE',
    path: '/call/:id/log',
    ...dials,
    summary: 'Delete a logged call: its author within a day, Owner and Admin always',
    params: byId,
    reply: Done,
  }),
  editLog: route({
    method: 'PUT',
    path: '/call/:id/log',
    ...dials,
    summary: 'Change a logged call: its author within a day, Owner and Admin always',
    params: byId,
    body: EditedLog,
    reply: z.object({ success: z.literal(true), call: Call }),
  }),
  restoreLog: route({
    method: 'POST',
    path: '/call/:id/log/restore',
    ...dials,
    summary: 'Undo the deletion of a logged call, within a day',
    params: byId,
    reply: z.object({ success: z.literal(true), call: Call }),
  }),
  doNotCall: route({
    method: 'PUT',
    path: '/lead/:id/do-not-call',
    access: 'None',
    can: 'leads.edit',
    summary: 'Mark a lead as not to be called by anyone, or remove the mark',
    params: byId,
    body: z.object({ isOn: z.boolean() }),
    reply: Done,
  }),
}
