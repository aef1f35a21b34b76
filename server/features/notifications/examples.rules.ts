import type { Language } from '#contract/constants.ts'
import {
  EXAMPLE_ID,
  type MessageExample,
  type MessageExamples,
  type Shown,
} from '../notification-settings/examples.rules.ts'
import { mailFrame, type NotifiedEvent, text, valuesOf } from './recipients.rules.ts'

/** Phone numbers and addresses reserved for examples. */
const example = { phone: '+972724441234', called: '+972724440100', email: 'dana@example.com' }

type LeadEvent = 'lead.created' | 'lead.repeated' | 'call.ended'
const eventOf = (name: LeadEvent, language: Language, { business, now }: Shown): NotifiedEvent => ({
  id: EXAMPLE_ID,
  name,
  campaignId: EXAMPLE_ID,
  leadId: EXAMPLE_ID,
  leadName: text(language, 'example.name'),
  leadPhone: example.phone,
  leadEmail: example.email,
  source: name === 'call.ended' ? 'call' : 'website',
  message: name === 'call.ended' ? null : text(language, 'example.message'),
  campaignName: text(language, 'example.campaign'),
  businessName: business,
  call:
    name === 'call.ended'
      ? { status: 'Not Answered', isCutOff: false, called: example.called, startedAt: now.toISOString() }
      : null,
  isNewLead: false,
  assignedTo: null,
  authorId: null,
  mailTo: [],
  smsTo: [],
})

const exampleOf =
  (name: LeadEvent): MessageExample =>
  ({ channel, language }, shown) => {
    const event = eventOf(name, language, shown)
    const url = `${shown.publicUrl}/b/${shown.businessId}/c/${EXAMPLE_ID}/leads/${EXAMPLE_ID}`
    const frame = mailFrame(event, language)
    return {
      examples: valuesOf(event, channel, { language, url }),
      frame: { ...frame, facts: frame.facts.map((fact) => ({ isLtr: false, ...fact })) },
    }
  }

export const leadExamples: Partial<MessageExamples> = {
  receiving_a_lead: exampleOf('lead.created'),
  repeat_enquiry: exampleOf('lead.repeated'),
  missed_call: exampleOf('call.ended'),
}
