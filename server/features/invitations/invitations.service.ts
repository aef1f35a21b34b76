import type { z } from 'zod'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { mayGive } from '#contract/roles.ts'
import {
  INVITATION_DAYS,
  INVITATION_PATH,
  type invitationRoutes,
  type NewInvitations,
  SHORT_INVITATION_PATH,
  type SkipReason,
} from '#contract/team/invitations.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, limitTo } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { searchLike } from '../../platform/phones.ts'
import { hashOf, newSecret } from '../auth/tokens.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { phoneIssue, requireRoom } from '../ceilings/ceilings.service.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { findTemplates } from '../notification-settings/notification-recipients.service.ts'
import { findBusinessName, requireOwner } from '../users/joining.service.ts'
import * as queries from './invitations.queries.ts'
import { addressOf, asListed, type Recipient, readRecipients } from './invitations.rules.ts'
import { limits } from './limits.ts'
import { invitationMessage } from './messages.ts'

const DAY_MS = 86_400_000

type InvitationDeps = Pick<Deps, 'env' | 'workerDb' | 'mail' | 'sms' | 'now'>
type By = { db: Db; caller: Member }

type ListInput = z.output<typeof invitationRoutes.list.query>
export async function findInvitations(
  { now }: InvitationDeps,
  { db, caller }: By,
  { page, limit, search, filters }: ListInput,
) {
  const filter = { filters, like: search ? searchLike(search) : undefined, now: now() }
  const [rows, total] = await Promise.all([
    queries.listInvitations(db, caller.businessId, { ...filter, limit, offset: (page - 1) * limit }),
    queries.countInvitations(db, caller.businessId, filter),
  ])
  return { invitations: rows.map(asListed), pagination: paginate({ page, limit }, total, true) }
}

/** Invites everyone who is neither a member nor has an open invitation; returns who was skipped and why. */
export async function invite(
  deps: InvitationDeps,
  { db, caller }: By,
  { recipients: typed, ...input }: NewInvitations,
) {
  const { recipients, issues } = readRecipients(typed, (phone, path) => phoneIssue(deps, phone, 'sms', path))
  if (issues.length) throw new AppError('invalid_input', { issues })
  if (!mayGive(caller.role, input.role)) throw new AppError('forbidden')
  const { businessId } = caller
  const now = deps.now()
  return db.transaction().execute(async (tx) => {
    await requireOwner(tx, caller)
    if (input.campaigns.length)
      await requireCampaigns(
        tx,
        businessId,
        input.campaigns.map(({ campaignId }) => campaignId),
      )
    const { free, skipped } = await withoutMembers(tx, businessId, recipients)
    await queries.deleteExpired(tx, businessId, { recipients: free.map(addressOf), now })
    const rows = free.map((recipient) => ({
      ...recipient,
      id: newId(),
      role: input.role,
      message: input.message,
      language: input.language,
      invitedBy: caller.userId,
      isSent: canSend(deps, recipient),
      now,
      expiresAt: endFrom(now),
    }))
    const inserted = rows.length ? await queries.insertInvitations(tx, businessId, rows) : new Set<string>()
    const made = rows.filter(({ id }) => inserted.has(id))
    const pending = rows.filter(({ id }) => !inserted.has(id)).map((one) => skip(one, 'pending'))
    if (!made.length) return { invitations: [], skipped: [...skipped, ...pending] }
    for (const _ of made) await limitTo(tx, counterOf('invitations', businessId), limits.ofBusiness, now)
    const ids = made.map(({ id }) => id)
    if (input.campaigns.length) await queries.insertCampaigns(tx, businessId, { ids, campaigns: input.campaigns })
    await sendLinks(tx, deps, businessId, ids)
    for (const { id, email, phone, role, message } of made)
      await emit(tx, caller, 'member.invited', {
        ...about(id),
        role,
        campaigns: input.campaigns,
        personal: { email, phone, message },
      })
    const stored = await queries.listInvitationsById(tx, businessId, { ids, now })
    return { invitations: stored.map(asListed), skipped: [...skipped, ...pending] }
  })
}

const skip = (recipient: Recipient, reason: SkipReason) => ({ recipient: addressOf(recipient), reason })

/** In a fixed order, so that concurrent invitations of the same people do not deadlock. */
async function withoutMembers(tx: Db, businessId: string, recipients: Recipient[]) {
  const members = await queries.listMembersAmong(tx, businessId, recipients.map(addressOf))
  const memberOf = (recipient: Recipient) =>
    members.find(({ email, phone }) => [email, phone].includes(addressOf(recipient)))
  const skipped = recipients.flatMap((one) => {
    const member = memberOf(one)
    return member ? [skip(one, member.isSuspended ? 'suspended' : 'member')] : []
  })
  const free = recipients
    .filter((one) => !memberOf(one))
    .toSorted((one, other) => (addressOf(one) < addressOf(other) ? -1 : 1))
  return { free, skipped }
}

/** Whether accepting makes an Owner. */
export const invitesOwner = async ({ db, caller }: By, id: string): Promise<boolean> =>
  (await queries.findInvitedRole(db, caller.businessId, id))?.role === 'Owner'

/** Sends a new link; the invitation lasts INVITATION_DAYS from now, and the caller becomes its sender. */
export const resendInvitation = (deps: InvitationDeps, by: By, id: string) =>
  changeOpen(deps, by, id, async (tx, now, to) => {
    const { caller } = by
    await limitTo(tx, counterOf('invitationResends', id), limits.resends, now)
    const sentAt = canSend(deps, to) ? now : null
    await queries.renewInvitation(tx, caller.businessId, { id, by: caller.userId, expiresAt: endFrom(now), sentAt })
    await sendLinks(tx, deps, caller.businessId, [id])
    await emit(tx, caller, 'invitation.resent', about(id))
  })

/** Makes a link to hand over; it is returned once, because only its hash is stored. */
export async function linkInvitation(deps: InvitationDeps, by: By, id: string) {
  const { caller } = by
  const secret = newSecret()
  const invitation = await changeOpen(deps, by, id, async (tx, now) => {
    const { businessId, userId } = caller
    const expiresAt = endFrom(now)
    await limitTo(tx, counterOf('invitationLinks', id), limits.links, now)
    await queries.renewInvitation(tx, businessId, { id, by: userId, expiresAt, sentAt: null })
    await queries.insertLinks(tx, businessId, [{ invitationId: id, hash: hashOf(secret), expiresAt, isMailed: false }])
    await emit(tx, caller, 'invitation.linked', about(id))
  })
  return { invitation, url: urlOf(deps, id, secret) }
}

export const revokeInvitation = (deps: InvitationDeps, by: By, id: string) =>
  changeOpen(deps, by, id, async (tx, now) => {
    const { caller } = by
    await queries.updateRevoked(tx, caller.businessId, { id, now })
    await emit(tx, caller, 'invitation.revoked', about(id))
  })

type Change = (tx: Db, now: Date, to: { email: string | null }) => Promise<unknown>
/** Actions on a pending invitation. */
function changeOpen({ now }: InvitationDeps, { db, caller }: By, id: string, change: Change) {
  const { businessId } = caller
  const at = now()
  return db.transaction().execute(async (tx) => {
    await requireOwner(tx, caller)
    const locked = await queries.lockInvitation(tx, businessId, id)
    if (!locked) throw new AppError('invitation_not_found')
    if (locked.acceptedAt) throw new AppError('invitation_used')
    if (locked.revokedAt) throw new AppError('invitation_revoked')
    await change(tx, at, locked)
    const [stored] = await queries.listInvitationsById(tx, businessId, { ids: [id], now: at })
    if (!stored) throw new AppError('invitation_not_found')
    return asListed(stored)
  })
}

/** A link for each invitation, queued if the installation can send it. */
export async function sendLinks(tx: Db, deps: InvitationDeps, businessId: string, ids: string[]) {
  const now = deps.now()
  const rows = await queries.listInvitationsById(tx, businessId, { ids, now })
  const secrets = new Map(rows.map(({ _id }) => [_id, newSecret()]))
  const links = rows.map((row) => ({
    invitationId: row._id,
    hash: hashOf(secrets.get(row._id) ?? ''),
    expiresAt: endFrom(now),
    isMailed: row.email !== null && canSend(deps, row),
  }))
  await queries.insertLinks(tx, businessId, links)
  const sent = rows.filter((row) => canSend(deps, row))
  const channels = sent.map(({ email }) => (email === null ? 'sms' : 'mail') as 'sms' | 'mail')
  for (const channel of new Set(channels))
    await requireRoom(deps, {
      ...{ businessId, accountId: sent[0]?.invitedById ?? null, kind: 'stranger', channel },
      count: channels.filter((one) => one === channel).length,
    })
  for (const row of sent) await limitTo(tx, counterOf('invitationsTo', addressOf(row)), limits.toAddress, now)
  const [businessName, templates] = [await findBusinessName(tx, businessId), await findTemplates(tx, businessId)]
  const messages = sent.map((row) =>
    invitationMessage({
      row,
      businessId,
      businessName,
      inviterId: row.invitedById,
      inviter: row.inviterName,
      url: (row.email === null ? shortUrlOf : urlOf)(deps, row._id, secrets.get(row._id) ?? ''),
      templates,
    }),
  )
  await queueMessages(tx, messages)
}

const canSend = ({ mail, sms }: InvitationDeps, { email }: { email: string | null }) =>
  email === null ? sms.isAvailable : mail.isAvailable
const endFrom = (now: Date) => new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
const urlOf = ({ env }: InvitationDeps, id: string, secret: string) =>
  `${env.publicUrl}${INVITATION_PATH}/${id}/${secret}`
const shortUrlOf = ({ env }: InvitationDeps, _: string, secret: string) =>
  `${env.publicUrl}${SHORT_INVITATION_PATH}/${secret}`
const about = (invitationId: string) => ({ campaignId: ALL_CAMPAIGNS, invitationId }) as const
