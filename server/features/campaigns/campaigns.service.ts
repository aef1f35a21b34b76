import type { CampaignChanges, CampaignMember, NewCampaign } from '#contract/campaigns.ts'
import { hasRight, type Right } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type MarkedRequest, onceInTransaction } from '../../platform/db/idempotency.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requirePhone } from '../../platform/phones.ts'
import {
  canInCampaign,
  canReadCampaign,
  leadScope,
  roleInCampaign,
  seesMasked,
  visibleCampaigns,
} from '../access/access.rules.ts'
import { moveLeads, trashLeads } from '../leads/change/campaign-leads.service.ts'
import { replaceLinks } from '../links/links.service.ts'
import * as queries from './campaigns.queries.ts'
import { canChangeRoles, changedRoles, creatorsRole } from './campaigns.rules.ts'
import * as people from './members.queries.ts'

type Context = { db: Db; caller: Member }

/** A campaign that the caller may read, or 404. */
export async function requireCampaign({ db, caller }: Context, id: string) {
  const campaign = await queries.findCampaign(db, caller.businessId, { id, sight: leadScope(caller) })
  if (!campaign) throw new AppError('campaign_not_found')
  return campaign
}

/** 404 unless all ids are live campaigns of the business; in a transaction, their rows are locked until it ends. */
export async function requireCampaigns(db: Db, businessId: string, ids: readonly string[]) {
  const found = await queries.lockCampaigns(db, businessId, ids)
  if (found.length < new Set(ids).size) throw new AppError('campaign_not_found')
}

/** The people of a campaign. Without one: those whom the caller may add to campaigns, else those who share one with the caller. */
export async function findPeople(context: Context, campaignId?: string) {
  const { db, caller } = context
  const { businessId } = caller
  if (campaignId) {
    await requireCampaign(context, campaignId)
    return people.listPeopleOfCampaigns(db, businessId, [campaignId])
  }
  const visible = visibleCampaigns(caller) ?? []
  const mayGive =
    hasRight(caller.role, 'campaigns.create') || visible.some((id) => canInCampaign(caller, 'campaigns.edit', id))
  return mayGive ? people.listGivablePeople(db, businessId) : people.listPeopleOfCampaigns(db, businessId, visible)
}

/** Returns the new campaign, and the caller with the role that creating it gave them. */
export async function createCampaign(
  request: Context & MarkedRequest,
  { addFirstForm }: Pick<Deps, 'addFirstForm'>,
  wanted: NewCampaign,
) {
  const { db, caller } = request
  const { id, formId } = await onceInTransaction(request, wanted, async (tx) => {
    const id = await insertCampaign({ db: tx, caller }, wanted)
    const { name, form } = wanted
    const creator = asCreator(caller, id)
    const formId = form && (await addFirstForm({ db: tx, caller: creator }, { campaignId: id, name, ...form }))
    return { id, formId }
  })
  const creator = asCreator(caller, id)
  return { campaign: await requireCampaign({ db, caller: creator }, id), creator, formId }
}

function asCreator(caller: Member, campaignId: string): Member {
  const own = creatorsRole(caller)
  return own ? { ...caller, campaignRoles: new Map([...caller.campaignRoles, [campaignId, own] as const]) } : caller
}

async function insertCampaign(
  { db: tx, caller }: Context,
  { members = [], links = [], form: _form, ...wanted }: NewCampaign,
): Promise<string> {
  const { businessId, userId } = caller
  const id = newId()
  const values = withRecipients(wanted)
  const own = creatorsRole(caller)
  const others = own ? members.filter((member) => member.userId !== userId) : members
  const creator = asCreator(caller, id)
  await requireAllowedRecipients({ db: tx, caller }, undefined, values)
  await requireGivable(tx, creator, { campaignId: id, before: [], after: others })
  const all = own ? [...others, { userId, role: own }] : others
  await queries.insertCampaign(tx, businessId, { ...values, name: wanted.name, id })
  await Promise.all([
    links.length ? replaceLinks(tx, businessId, { campaignId: id, links }) : undefined,
    all.length ? people.upsertCampaignMembers(tx, businessId, { campaignId: id, members: all }) : undefined,
    emit(tx, creator, 'campaign.created', { campaignId: id }),
  ])
  return id
}

/** Given fields replace the old ones; `members` and `links` as whole sets. */
export const changeCampaign = ({ db, caller }: Context, id: string, { members, links, ...wanted }: CampaignChanges) =>
  db.transaction().execute(async (tx) => {
    const context = { db: tx, caller }
    const { businessId } = caller
    await requireRight(context, 'campaigns.edit', id)
    const before = await requireCampaign(context, id)
    const values = withRecipients(wanted)
    const { startDate, endDate } = { ...before, ...values }
    if (startDate && endDate && startDate > endDate) throw invalidInput('endDate', 'end_before_start')
    const changed = changesTo(before, values)
    await requireAllowedRecipients({ db: tx, caller }, before, values)
    const roles = members ? await replaceMembers(tx, caller, { campaignId: id, members }) : undefined
    const relinked = links ? await replaceLinks(tx, businessId, { campaignId: id, links }) : undefined
    if (!Object.keys(changed).length && !roles && !relinked) return before
    const { emailNotifications, smsNotifications, ...changes } = changed
    if (Object.keys(changed).length) await queries.updateCampaign(tx, businessId, { id, ...values })
    await emit(tx, caller, 'campaign.changed', {
      campaignId: id,
      changes: { ...changes, ...(roles && { members: roles }), ...(relinked && { links: relinked }) },
      ...((emailNotifications || smsNotifications) && {
        personal: { changes: { emailNotifications, smsNotifications } },
      }),
    })
    return requireCampaign(context, id)
  })

/** 404 or 403 unless the caller may edit the campaign. */
export async function requireEditable(context: Context, id: string) {
  await requireCampaign(context, id)
  if (!canInCampaign(context.caller, 'campaigns.edit', id)) throw new AppError('forbidden')
}

/** Returns the previous image. */
export const replaceCampaignImage = ({ db, caller }: Context, id: string, image: string) =>
  db.transaction().execute(async (tx) => {
    const context = { db: tx, caller }
    await requireRight(context, 'campaigns.edit', id)
    const before = await requireCampaign(context, id)
    await queries.updateCampaignImage(tx, caller.businessId, { id, image })
    await emit(tx, caller, 'campaign.changed', { campaignId: id, changes: { image: [before.image, image] } })
    return before.image
  })

/** Campaigns with more leads are emptied by a job, in batches. */
const AT_ONCE = 5_000
type Leaving = { leads: 'trash' | 'move'; to?: string | undefined }

/** Deletes the campaign; its leads go to the trash or to another campaign, the rest of them by a job. */
export const removeCampaign = ({ db, caller, now }: Context & { now: Date }, id: string, { leads, to }: Leaving) =>
  db.transaction().execute(async (tx) => {
    const context = { db: tx, caller }
    const { businessId } = caller
    await requireRight(context, 'campaigns.delete', id)
    const target = leads === 'move' ? to : undefined
    if (target === id) throw invalidInput('to', 'invalid_value')
    if (target) await requireRight(context, 'leads.assign', target)
    // In another campaign, the caller might see these contacts unmasked.
    if (target && seesMasked(caller) && caller.role !== 'Affiliate') throw new AppError('forbidden')
    const { leadsCount } = await requireCampaign(context, id)
    if (await queries.hasNumbers(tx, businessId, id)) throw new AppError('campaign_has_numbers')
    await queries.deleteCampaign(tx, businessId, id)
    await emit(tx, caller, 'campaign.deleted', { campaignId: id, ...(target && { to: target }) })
    if (leadsCount > AT_ONCE) return
    while (
      await (target ? moveLeads(tx, caller, { from: id, to: target }) : trashLeads(tx, caller, { from: id, now }))
    );
  })

/** 404 for a campaign that the caller may not read, 403 for one where they lack the right. Locks its row. */
async function requireRight({ db, caller }: Context, right: Right, id: string) {
  if (!canReadCampaign(caller, id)) throw new AppError('campaign_not_found')
  await requireCampaigns(db, caller.businessId, [id])
  if (!canInCampaign(caller, right, id)) throw new AppError('forbidden')
}

type Recipients = Pick<queries.CampaignValues, 'emailNotifications' | 'smsNotifications'>
/** Notices contain contacts of leads, so members who see them masked may add only members, whose notices follow their rights. */
async function requireAllowedRecipients(
  { db, caller }: Context,
  before: Recipients | undefined,
  { emailNotifications, smsNotifications }: Recipients,
) {
  if (!seesMasked(caller)) return
  const known = [...(before?.emailNotifications ?? []), ...(before?.smsNotifications ?? [])]
  const added = [...(emailNotifications ?? []), ...(smsNotifications ?? [])].filter((one) => !known.includes(one))
  if (added.length && (await people.countContactsOfMembers(db, caller.businessId, added)) < added.length)
    throw new AppError('forbidden')
}

/** Normalizes the recipients: phones in E.164, each address once. */
const withRecipients = <T extends queries.CampaignValues>({ smsNotifications, emailNotifications, ...values }: T) => ({
  ...values,
  ...(emailNotifications && { emailNotifications: [...new Set(emailNotifications)] }),
  ...(smsNotifications && {
    smsNotifications: [...new Set(smsNotifications.map((phone, i) => requirePhone(phone, `smsNotifications.${i}`)))],
  }),
})

/** [before, after]; undefined: nothing changed. */
async function replaceMembers(
  tx: Db,
  caller: Member,
  { campaignId, members }: { campaignId: string; members: CampaignMember[] },
): Promise<[unknown, unknown] | undefined> {
  const { businessId } = caller
  const before = (await people.listCampaignMembers(tx, businessId, campaignId)).map(({ userId, role }) => ({
    userId,
    role,
  }))
  const changes = await requireGivable(tx, caller, { campaignId, before, after: members })
  if (!changes.length) return undefined
  // A partner cannot change their own role in the campaign.
  if (seesMasked(caller) && changes.some(({ userId }) => userId === caller.userId)) throw new AppError('own_membership')
  const userIds = changes.flatMap(({ userId, to }) => (to ? [] : [userId]))
  const given = changes.flatMap(({ userId, to }) => (to ? [{ userId, role: to }] : []))
  await Promise.all([
    userIds.length ? people.deleteCampaignMembers(tx, businessId, { campaignId, userIds }) : undefined,
    given.length ? people.upsertCampaignMembers(tx, businessId, { campaignId, members: given }) : undefined,
  ])
  return [before, members]
}

type Sets = { campaignId: string; before: CampaignMember[]; after: CampaignMember[] }
/** Checks that the new members are distinct, belong to the business, and get roles that the caller may grant. */
async function requireGivable(tx: Db, caller: Member, { campaignId, before, after }: Sets) {
  const ids = after.map(({ userId }) => userId)
  if (new Set(ids).size < ids.length) throw invalidInput('members', 'invalid_value')
  const changes = changedRoles(before, after)
  const added = changes.flatMap(({ userId, from }) => (from ? [] : [userId]))
  if (added.length && (await people.countMembersAmong(tx, caller.businessId, added)) < added.length)
    throw new AppError('user_not_found')
  if (!canChangeRoles(roleInCampaign(caller, campaignId), changes)) throw new AppError('forbidden')
  return changes
}

/** Sets the address for leads by mail, which the sources of leads make. */
export const setMailAddress = queries.updateMailAddress
