import type { ConsentAct, Consents, OpenedConsent } from '#contract/leads/conversations/consents.ts'
import { messageChannels, messagePurposes } from '#contract/leads/conversations/lists.ts'
import { isErased } from '#contract/leads/leads.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Client } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, limitTo, networkOf } from '../../platform/http/rate-limits.ts'
import { canInCampaign, seesMasked } from '../access/access.rules.ts'
import { consentOf } from '../consents/consents.rules.ts'
import { type ActRow, findActs, lockContact, storeAct, storeActOfPerson } from '../consents/consents.service.ts'
import { requireKeptLead, requireLead } from '../leads/leads.service.ts'
import type { LeadRow } from '../leads/leads.sql.ts'
import { maskAddress } from './conversations.presenter.ts'
import { findBusiness, findMessage } from './conversations.queries.ts'
import { readLeadToken } from './lead-tokens.ts'

type ConsentDeps = Pick<Deps, 'env' | 'now'>
type Context = { db: Db; caller: Member }

const addressOf = ({ phone, email }: Pick<LeadRow, 'phone' | 'email'>, channel: ConsentAct['channel']) =>
  channel === 'email' ? email : phone

export async function readConsents(deps: ConsentDeps, context: Context, leadId: string): Promise<Consents> {
  const lead = await requireKeptLead(context, leadId)
  return consentsOf(deps, context, lead)
}

async function consentsOf({ env }: ConsentDeps, { db, caller }: Context, lead: LeadRow): Promise<Consents> {
  // What is known of a contact would say that a phone that a masked member entered belongs to another lead.
  if (seesMasked(caller)) return { states: [], acts: [] }
  const contacts = [lead.phone, lead.email].filter((contact) => contact !== null)
  const acts = await findActs({ env }, db, caller.businessId, contacts)
  const shown = acts.map(toAct)
  const states = messageChannels.flatMap((channel) =>
    addressOf(lead, channel) === null
      ? []
      : messagePurposes.map((purpose) => ({ channel, purpose, ...consentOf(shown, { channel, purpose }) })),
  )
  return { states, acts: shown }
}

const toAct = ({ id, userId, userName, userImage, contact, contactHash, ...act }: ActRow): ConsentAct => ({
  _id: id,
  ...act,
  by: userId ? { _id: userId, name: userName ?? '', image: userImage } : null,
})

type Change = Pick<ConsentAct, 'channel' | 'purpose' | 'act' | 'note'>
/** What a member enters: a withdrawal that the person asked for, or that the person agreed, with a proof. */
export async function changeConsent(deps: ConsentDeps, context: Context, leadId: string, change: Change) {
  const { db, caller } = context
  const { businessId, userId } = caller
  const { channel, purpose, act, note } = change
  const lead = await requireLead(context, leadId)
  const right = act === 'given' ? 'consents.give' : 'consents.withdraw'
  if (!canInCampaign(caller, right, lead.campaign_id)) throw new AppError('forbidden')
  if (isErased(lead)) throw new AppError('lead_erased')
  const contact = addressOf(lead, channel)
  if (!contact) throw new AppError('no_phone_or_email')
  await db.transaction().execute(async (tx) => {
    await lockContact(tx, businessId, contact)
    const { state } = consentOf(await findActs(deps, tx, businessId, [contact]), { channel, purpose })
    if (state === act) return
    if (state === 'withdrawn') throw new AppError('consent_withdrawn')
    await storeAct(tx, businessId, { contact, channel, purpose, act, source: 'person', note, userId, at: deps.now() })
    const about = { campaignId: lead.campaign_id, leadId, channel, purpose }
    await emit(tx, caller, 'consent.changed', { ...about, consentAct: act, consentSource: 'person' })
  })
  return consentsOf(deps, context, await requireLead(context, leadId))
}

type OpenedBy = { token: string; client: Client }
type LinkDeps = Pick<Deps, 'env' | 'now' | 'tenants'>
const limits = {
  /** Requests with unknown links, per network. */
  wrongLinks: { max: 60, seconds: 3_600 },
  /** Answers per link. */
  answers: { max: 20, seconds: 86_400 },
} as const

/** The message of a link. Requests with unknown links are limited, and an erased message has no link. */
async function requireLink({ env, tenants, now }: LinkDeps, { token, client }: OpenedBy) {
  const ids = readLeadToken(env.secretKey, token)
  const db = ids && tenants.scope({ businessId: ids.businessId })
  const message = ids && db && (await findMessage(db, ids.businessId, { id: ids.messageId }))
  if (ids && db && message?.address) return { db, businessId: ids.businessId, message }
  await limitTo(tenants.pool, counterOf('wrongLinks', networkOf(client.ip)), limits.wrongLinks, now())
  throw new AppError('recipient_not_found')
}
type Link = Awaited<ReturnType<typeof requireLink>>

async function openedOf(deps: LinkDeps, db: Db, { businessId, message }: Link): Promise<OpenedConsent> {
  const { channel, address } = message
  const acts = await findActs(deps, db, businessId, [address])
  const { state } = consentOf(acts, { channel, purpose: 'advertising' })
  const { name, image } = await findBusiness(db, businessId)
  return {
    business: { _id: businessId, name, image },
    channel,
    address: maskAddress(channel, address),
    state: state === 'withdrawn' ? 'withdrawn' : 'wanted',
  }
}

/** Changes nothing, because mail scanners open links, too. */
export async function openConsent(deps: LinkDeps, by: OpenedBy): Promise<OpenedConsent> {
  const link = await requireLink(deps, by)
  return openedOf(deps, link.db, link)
}

/** Withdraws from advertising or lifts it; the same answer again changes nothing. A withdrawal is never limited. */
export async function decideConsent(deps: LinkDeps, by: OpenedBy & { wants: boolean }): Promise<OpenedConsent> {
  const link = await requireLink(deps, by)
  const { db, businessId, message } = link
  const { channel, address, leadId } = message
  const now = deps.now()
  const opened = await openedOf(deps, db, link)
  if ((opened.state === 'wanted') === by.wants) return opened
  if (by.wants) await limitTo(db, counterOf('consentAnswers', message.id), limits.answers, now)
  await db.transaction().execute(async (tx) => {
    const act = by.wants ? ('given' as const) : ('withdrawn' as const)
    const { ip } = by.client
    await storeActOfPerson(tx, businessId, { contact: address, channel, act, source: 'link', ip, at: now })
    const campaignId = await findCampaignOf(tx, businessId, leadId)
    if (!campaignId) return
    const about = { campaignId, leadId, channel, purpose: 'advertising' } as const
    await emit(tx, { kind: 'system', businessId }, 'consent.changed', {
      ...about,
      consentAct: act,
      consentSource: 'link',
    })
  })
  return openedOf(deps, db, link)
}

const findCampaignOf = async (tx: Db, businessId: string, leadId: string) =>
  (
    await tx
      .selectFrom('leads')
      .select('campaign_id as campaignId')
      .where('business_id', '=', businessId)
      .where('id', '=', leadId)
      .executeTakeFirst()
  )?.campaignId
