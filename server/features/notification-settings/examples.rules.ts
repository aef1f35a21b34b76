import type { Language } from '#contract/constants.ts'
import type { Template, TemplateName } from '#contract/notifications/message-templates.ts'
import { INVITATION_DAYS, INVITATION_PATH, SHORT_INVITATION_PATH } from '#contract/team/invitations.ts'
import { longDay, translate } from '../../platform/http/texts.ts'
import { invitationFrame } from '../invitations/messages.ts'
import { mailFrame, type NotifiedEvent, valuesOf } from '../notifications/recipients.rules.ts'
import { decisionFrame } from '../waiting-list/messages.ts'
import { type OwnTemplate, ownOf, standardOf, type Which } from './templates.rules.ts'

export type Shown = { businessId: string; business: string; publicUrl: string; now: Date }

const ID = '00000000-0000-7000-8000-000000000000'
/** As long as a real one, so that SMS segments are counted correctly. */
const SECRET = 'x'.repeat(43)
const DAY_MS = 86_400_000
/** Reserved numbers and addresses. */
const example = { phone: '+972724441234', called: '+972724440100', email: 'dana@example.com' }
const say = (language: Language, key: string) => translate(language, 'message-templates-server', `example.${key}`)

type LeadTemplate = 'receiving_a_lead' | 'repeat_enquiry' | 'missed_call'
const eventNames = {
  receiving_a_lead: 'lead.created',
  repeat_enquiry: 'lead.repeated',
  missed_call: 'call.ended',
} as const
const eventOf = (name: LeadTemplate, language: Language, { business, now }: Shown): NotifiedEvent => ({
  id: ID,
  name: eventNames[name],
  campaignId: ID,
  leadId: ID,
  leadName: say(language, 'name'),
  leadPhone: example.phone,
  leadEmail: example.email,
  source: name === 'missed_call' ? 'call' : 'website',
  message: name === 'missed_call' ? null : say(language, 'message'),
  campaignName: say(language, 'campaign'),
  businessName: business,
  call:
    name === 'missed_call'
      ? { status: 'Not Answered', isCutOff: false, called: example.called, startedAt: now.toISOString() }
      : null,
  isNewLead: false,
  assignedTo: null,
  authorId: null,
  mailTo: [],
  smsTo: [],
})

const isOfLead = (name: TemplateName): name is LeadTemplate => name in eventNames

type Example = { examples: Record<string, string>; frame: NonNullable<Template['frame']> }
function exampleOf({ name, channel, language }: Which, shown: Shown): Example {
  const { businessId, business, publicUrl, now } = shown
  if (isOfLead(name)) {
    const event = eventOf(name, language, shown)
    const url = `${publicUrl}/b/${businessId}/c/${ID}/leads/${ID}`
    const frame = mailFrame(event, language)
    return {
      examples: valuesOf(event, channel, { language, url }),
      frame: { ...frame, facts: frame.facts.map((fact) => ({ isLtr: false, ...fact })) },
    }
  }
  if (name === 'invitation') {
    const day = longDay(language, new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString())
    const link = `${publicUrl}${channel === 'sms' ? SHORT_INVITATION_PATH : `${INVITATION_PATH}/${ID}`}/${SECRET}`
    return {
      examples: { business, inviter: say(language, 'inviter'), day, link },
      frame: invitationFrame(language, { business, day, role: 'Writer', campaigns: say(language, 'campaign') }),
    }
  }
  return {
    examples: { business },
    frame: decisionFrame(language, name === 'join_approved' ? 'approved' : 'declined'),
  }
}

/** One template as its Owner sees it. */
export function asTemplate(own: readonly OwnTemplate[], which: Which, shown: Shown): Template {
  const stored = ownOf(own, which)
  const standard = standardOf(which)
  const { examples, frame } = exampleOf(which, shown)
  return {
    name: which.name,
    channel: which.channel,
    language: which.language,
    isOwn: stored !== undefined,
    content: stored ? { subject: stored.subject, text: stored.text } : standard,
    standard,
    examples,
    frame: which.channel === 'mail' ? frame : null,
  }
}
