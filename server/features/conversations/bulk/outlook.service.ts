import type { BulkMessage } from '#contract/leads/conversations/bulk-messages.ts'
import type { LeftReason } from '#contract/leads/operations.ts'
import type { Db } from '../../../platform/db/db.ts'
import { consentOf } from '../../consents/consents.rules.ts'
import { type ActRow, findActs } from '../../consents/consents.service.ts'
import { contactHash } from '../../consents/contact-hash.ts'
import { findQuiet } from '../../lead-quiet/lead-quiet.service.ts'
import { listOptedOut } from '../../messages/to-leads.service.ts'
import { findAllHours } from '../../working-hours/working-hours.service.ts'
import { canMail, type SendDeps } from '../sending/composing.service.ts'
import { findLine, listSubjects, type Subject } from '../sending/gate.queries.ts'
import { type GateFacts, gateOf, type Leaving, type Verdict } from '../sending/gate.rules.ts'

/** Leads whose facts are read at once. */
const CHUNK = 500

export type Asked = Pick<BulkMessage, 'channel' | 'purpose'> & { sendAt: Date | null }
/** What the gate would do with the message to a lead now, or why it does not come so far. */
export type Outlook = { subject: Subject; verdict: Verdict | { kind: 'left'; reason: LeftReason } }

/**
 * What one message to each of these leads would become, in a fixed number of queries for each CHUNK of them: the same gate
 * as at sending decides by the same facts.
 */
export async function outlooksOf(
  deps: SendDeps,
  db: Db,
  businessId: string,
  { leadIds, ...asked }: Asked & { leadIds: readonly string[] },
): Promise<Outlook[]> {
  const found: Outlook[] = []
  const place = await findPlace(deps, db, businessId)
  for (let at = 0; at < leadIds.length; at += CHUNK) {
    const subjects = await listSubjects(db, businessId, { leadIds: leadIds.slice(at, at + CHUNK), now: deps.now() })
    found.push(...(await decideAll(deps, db, businessId, { subjects, asked, place })))
  }
  return found
}

type Place = Pick<GateFacts, 'hours' | 'quiet'> & { canMail: boolean; senders: Map<string, string | null> }
async function findPlace(deps: SendDeps, db: Db, businessId: string): Promise<Place> {
  return {
    hours: (await findAllHours(db, businessId)).ofBusiness,
    quiet: await findQuiet(db, businessId),
    canMail: await canMail(deps, businessId),
    senders: new Map(),
  }
}

const addressOf = ({ channel }: Pick<Asked, 'channel'>, { phone, email }: Subject) =>
  channel === 'sms' ? phone : email

type Deciding = { subjects: readonly Subject[]; asked: Asked; place: Place }
async function decideAll(deps: SendDeps, db: Db, businessId: string, { subjects, asked, place }: Deciding) {
  const addresses = subjects.flatMap((subject) => addressOf(asked, subject) ?? [])
  const acts = await actsByContact(deps, db, businessId, addresses)
  const optedOut = asked.channel === 'sms' ? await findOptedOut(deps, db, businessId, { subjects, place }) : new Set()
  return subjects.map((subject): Outlook => {
    const address = addressOf(asked, subject)
    const reason = reasonBefore(deps, subject, { asked, place })
    if (reason || !address) return { subject, verdict: { kind: 'left', reason: reason ?? 'no_contact' } }
    const facts = factsOf(deps, subject, { acts: acts.get(address) ?? [], asked, place })
    const verdict = gateOf(leavingOf(asked, facts.now), { ...facts, isOptedOut: optedOut.has(subject.leadId) })
    return { subject, verdict }
  })
}

/** No person chose this lead alone, so it is counted and limited as what automations send. */
const leavingOf = ({ channel, purpose, sendAt }: Asked, now: Date): Leaving => ({
  ...{
    channel,
    purpose,
    origin: 'automation',
    occasion: null,
    writtenAt: now,
    sendAt,
    mayBeAtOnce: false,
    needsWindow: false,
  },
})

/** What keeps a message from being written at all. */
function reasonBefore({ sms }: SendDeps, subject: Subject, { asked, place }: Omit<Deciding, 'subjects'>) {
  if (subject.isLeadGone) return 'gone'
  if (subject.doNotCall) return 'marked_do_not_call'
  if (!addressOf(asked, subject)) return 'no_contact'
  const hasWay = asked.channel === 'email' ? place.canMail : place.senders.get(subject.campaignId) || sms.isAvailable
  return hasWay ? undefined : 'no_provider'
}

async function actsByContact({ env }: SendDeps, db: Db, businessId: string, contacts: readonly string[]) {
  const acts = await findActs({ env }, db, businessId, contacts)
  const byHash = new Map(contacts.map((contact) => [contactHash(env.secretKey, businessId, contact), contact]))
  return Map.groupBy(acts, ({ contact, contactHash: hash }) => contact ?? byHash.get(hash ?? '') ?? '')
}

/** Leads whose phone opted out of the number from which they would be written to. */
async function findOptedOut(
  deps: SendDeps,
  db: Db,
  businessId: string,
  { subjects, place }: Omit<Deciding, 'asked'>,
): Promise<Set<unknown>> {
  const out = new Set<unknown>()
  for (const [campaignId, ofCampaign] of Map.groupBy(subjects, (subject) => subject.campaignId)) {
    if (!place.senders.has(campaignId)) {
      const line = await findLine(db, businessId, { campaignId, leadId: ofCampaign[0]?.leadId ?? '' })
      place.senders.set(campaignId, line?.phone ?? null)
    }
    const sender = place.senders.get(campaignId) ?? deps.sms.sender
    const phones = new Set(
      await listOptedOut(deps.workerDb, { sender, phones: ofCampaign.flatMap(({ phone }) => phone ?? []) }),
    )
    for (const { leadId, phone } of ofCampaign) if (phone && phones.has(phone)) out.add(leadId)
  }
  return out
}

type Known = { acts: readonly ActRow[]; asked: Asked; place: Place }
function factsOf(
  { env, now }: SendDeps,
  subject: Subject,
  { acts, asked, place }: Known,
): Omit<GateFacts, 'isOptedOut'> {
  const { channel } = asked
  const stateOf = (purpose: 'service' | 'advertising') => consentOf(acts, { channel, purpose }).state
  const { isClosing, isLeadGone, lastInboundAt, automationsToday, isAtProvider } = subject
  return {
    ...{ now: now(), hours: place.hours, quiet: place.quiet, isClosing, isLeadGone, automationsToday },
    isQuietOff: env.demo && !env.hasTrunk && !isAtProvider,
    consent: { service: stateOf('service'), advertising: stateOf('advertising') },
    lastInboundAt: lastInboundAt === null ? null : new Date(lastInboundAt),
    ...{ isAddressKept: true, windowUntil: null },
  }
}
