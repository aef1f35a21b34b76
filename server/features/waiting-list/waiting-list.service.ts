import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { mayGive } from '#contract/roles.ts'
import type { MemberAccess } from '#contract/team/invitations.ts'
import { JOIN_PATH, type JoinLink, type JoinRequest, type waitingListRoutes } from '#contract/team/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { searchLike } from '../../platform/phones.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { findTemplates } from '../notification-settings/notification-recipients.service.ts'
import { addMember, findBusinessName, isMember, requireOwner } from '../users/joining.service.ts'
import { joinMail } from './messages.ts'
import * as queries from './waiting-list.queries.ts'

/** 128 bits are enough, because the key only allows a request to join. */
const KEY_BYTES = 16

type WaitingListDeps = Pick<Deps, 'env' | 'mail' | 'now'>
type By = { db: Db; caller: Member }

type ListInput = z.output<typeof waitingListRoutes.list.query>
export async function findRequests({ db, caller }: By, { page, limit, search, filters }: ListInput) {
  const filter = { filters, like: search ? searchLike(search) : undefined }
  const [rows, total] = await Promise.all([
    queries.listRequests(db, caller.businessId, { ...filter, limit, offset: (page - 1) * limit }),
    queries.countRequests(db, caller.businessId, filter),
  ])
  return { requests: rows.map(asListed), pagination: paginate({ page, limit }, total, true) }
}

const asListed = ({ userId, name, image, language: _, ...row }: Row): JoinRequest => ({
  ...row,
  user: { _id: userId, name, image },
})
type Row = Awaited<ReturnType<typeof queries.listRequests>>[number]

export const countWaiting = ({ db, caller }: By) =>
  queries.countRequests(db, caller.businessId, { filters: { state: ['New', 'Waiting'] } })

const about = ({ _id, userId }: Row) => ({ campaignId: ALL_CAMPAIGNS, requestId: _id, userId }) as const
const personal = ({ name, email, phone }: Row) => ({ name, email, phone })

/** Decides pending requests in one transaction; returns how many were pending. */
function decide({ db, caller }: By, ids: readonly string[], act: (tx: Db, rows: Row[]) => Promise<unknown>) {
  return db.transaction().execute(async (tx) => {
    await requireOwner(tx, caller)
    const rows = await queries.lockRequests(tx, caller.businessId, ids)
    if (!rows.length) throw new AppError('join_request_not_found')
    await act(tx, rows)
    return rows.length
  })
}

export async function approve(deps: WaitingListDeps, by: By, { ids, ...place }: MemberAccess & { ids: string[] }) {
  const { caller } = by
  const { businessId } = caller
  if (!mayGive(caller.role, place.role)) throw new AppError('forbidden')
  const now = deps.now()
  return decide(by, ids, async (tx, rows) => {
    const campaignIds = place.campaigns.map(({ campaignId }) => campaignId)
    if (campaignIds.length) await requireCampaigns(tx, businessId, campaignIds)
    await queries.updateDecided(tx, businessId, { ids: rows.map(idOf), by: caller.userId, now, outcome: 'approved' })
    for (const row of rows) {
      // If the operator has added the member in the meantime, the membership stays unchanged.
      if (await isMember(tx, businessId, row.userId)) continue
      await addMember(tx, caller, { userId: row.userId, ...place, at: now })
      await emit(tx, caller, 'join.approved', { ...about(row), ...place, personal: personal(row) })
    }
    await sendDecisionMails(tx, deps, {
      kind: 'approved',
      businessId,
      rows,
      url: `${deps.env.publicUrl}/b/${businessId}/leads/all`,
    })
  })
}

const idOf = ({ _id }: Row) => _id

export const changeState = (by: By, { ids, state }: { ids: string[]; state: 'Waiting' | 'Paused' }) =>
  decide(by, ids, async (tx, rows) => {
    const { caller } = by
    await queries.updateStates(tx, caller.businessId, { ids: rows.map(idOf), state })
    for (const row of rows)
      if (row.state !== state) await emit(tx, caller, 'join.changed', { ...about(row), state: [row.state, state] })
  })

export const decline = (deps: WaitingListDeps, by: By, { ids, reason }: { ids: string[]; reason: string }) =>
  decide(by, ids, async (tx, rows) => {
    const { caller } = by
    const { businessId, userId } = caller
    const decided = { ids: rows.map(idOf), by: userId, now: deps.now(), outcome: 'declined', reason } as const
    await queries.updateDecided(tx, businessId, decided)
    for (const row of rows)
      await emit(tx, caller, 'join.declined', { ...about(row), personal: { ...personal(row), reason } })
    await sendDecisionMails(tx, deps, { kind: 'declined', businessId, rows, words: reason })
  })

type DecisionMails = { kind: 'approved' | 'declined'; businessId: string; rows: Row[]; words?: string; url?: string }
async function sendDecisionMails(
  tx: Db,
  { mail }: WaitingListDeps,
  { kind, businessId, rows, ...more }: DecisionMails,
) {
  if (!mail.isAvailable) return
  const [business, templates] = [await findBusinessName(tx, businessId), await findTemplates(tx, businessId)]
  await queueMessages(
    tx,
    rows.map((row) => joinMail(kind, row, { businessId, business, templates, ...more })),
  )
}

type StoredLink = { key: string; isEnabled: boolean; renewedAt: string }
const asLink = ({ env }: WaitingListDeps, { key, ...link }: StoredLink): JoinLink => ({
  url: `${env.publicUrl}${JOIN_PATH}/${key}`,
  ...link,
})

export async function findJoinLink(deps: WaitingListDeps, { db, caller }: By): Promise<JoinLink | null> {
  const link = await queries.findLink(db, caller.businessId)
  return link ? asLink(deps, link) : null
}

/** Changes the join link. A link that is switched off or replaced stops working at once. */
export const changeJoinLink = (
  deps: WaitingListDeps,
  { db, caller }: By,
  { isEnabled, renew = false }: { isEnabled: boolean; renew?: boolean | undefined },
) =>
  db.transaction().execute(async (tx) => {
    await requireOwner(tx, caller)
    const key = randomBytes(KEY_BYTES).toString('base64url')
    const link = await queries.upsertLink(tx, caller.businessId, { key, isEnabled, renew, now: deps.now() })
    await emit(tx, caller, 'join_link.changed', { campaignId: ALL_CAMPAIGNS, isEnabled, isNew: link.key === key })
    return asLink(deps, link)
  })
