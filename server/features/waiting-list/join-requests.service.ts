import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { JOIN_AGAIN_DAYS, type OwnRequest } from '#contract/team/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Person } from '../../platform/http/caller.ts'
import type { Client } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, hit, type Limit, limitTo, networkOf } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { ownersByMail } from '../notification-settings/notification-recipients.service.ts'
import { findOwners, requireNonMember } from '../users/joining.service.ts'
import { requireUser } from '../users/users.service.ts'
import { joinMail } from './messages.ts'
import * as queries from './waiting-list.queries.ts'

const HOUR = 3_600
const DAY_MS = 86_400_000
const limits = {
  ofPerson: { max: 10, seconds: 24 * HOUR },
  /** Requests with unknown links, per network. */
  wrongLinks: { max: 60, seconds: HOUR },
  /** Above this limit the Owners get no further e-mail; the list and the app still show requests. */
  mails: { max: 20, seconds: HOUR },
} as const satisfies Record<string, Limit>

/** The business of a link. Links that were switched off or replaced count as unknown. */
export async function openJoinLink({ tenants, now }: Deps, key: string, client: Client) {
  const business = await queries.findBusinessOfLink(tenants.pool, key)
  if (business) return business
  await limitTo(tenants.pool, counterOf('wrongJoinLinks', networkOf(client.ip)), limits.wrongLinks, now())
  throw new AppError('join_link_not_found')
}

type JoinRequestInput = { key: string; note: string; source: string; client: Client }
/** Adds the person to the waiting list and notifies the Owners. Idempotent. */
export async function requestToJoin(deps: Deps, caller: Person, { key, note, source, client }: JoinRequestInput) {
  const { businessId, name: business, image } = await openJoinLink(deps, key, client)
  const { userId } = caller
  const now = deps.now()
  return deps.tenants
    .scope({ businessId, userId })
    .transaction()
    .execute(async (tx): Promise<OwnRequest> => {
      await requireNonMember(tx, businessId, userId)
      const since = new Date(now.getTime() - JOIN_AGAIN_DAYS * DAY_MS)
      if (await queries.findDeclined(tx, businessId, { userId, since })) throw new AppError('join_declined')
      const id = newId()
      const isNew = await queries.insertRequest(tx, businessId, { id, userId, note, source, now })
      if (isNew) {
        await limitTo(tx, counterOf('joinsOf', userId), limits.ofPerson, now)
        const { name, email, phone } = await requireUser(tx, userId)
        const asked = await emit(tx, { ...caller, businessId }, 'join.asked', {
          campaignId: ALL_CAMPAIGNS,
          requestId: id,
          userId,
          source,
          personal: { name, email, phone, note },
        })
        await mailOwners(tx, deps, { eventId: asked, businessId, business, name, words: note })
      }
      const own = (await queries.listOwnRequests(tx)).find((one) => one.business._id === businessId)
      return own ?? { _id: id, business: { _id: businessId, name: business, image }, askedAt: now.toISOString() }
    })
}

type JoinRequestMail = { eventId: string; businessId: string; business: string; name: string; words: string }
async function mailOwners(tx: Db, { env, mail, now }: Deps, { eventId, ...about }: JoinRequestMail) {
  const { businessId } = about
  if (!mail.isAvailable || (await hit(tx, counterOf('joinMails', businessId), limits.mails, now()))) return
  const owners = await findOwners(tx, businessId)
  const recipients = await ownersByMail(tx, businessId, { event: 'join_asked', owners, now: now() })
  const url = `${env.publicUrl}/b/${businessId}/waiting-list`
  await queueMessages(
    tx,
    recipients.map(({ owner, dueAt }) => {
      const dedupeKey = `${eventId} mail ${owner.email}`
      return { ...joinMail('asked', owner, { ...about, url }), dedupeKey, dueAt }
    }),
  )
}

export const findOwnRequests = (db: Db) => queries.listOwnRequests(db)

/** Withdraws a pending request; people can withdraw only their own. */
export async function withdraw({ tenants, now }: Deps, { db, caller }: { db: Db; caller: Person }, id: string) {
  const own = (await queries.listOwnRequests(db)).find(({ _id }) => _id === id)
  if (!own) throw new AppError('join_request_not_found')
  const { userId } = caller
  const businessId = own.business._id
  await tenants
    .scope({ businessId, userId })
    .transaction()
    .execute(async (tx) => {
      const [row] = await queries.lockRequests(tx, businessId, [id])
      if (!row) throw new AppError('join_request_not_found')
      await queries.updateDecided(tx, businessId, { ids: [id], by: userId, now: now(), outcome: 'withdrawn' })
      await emit(tx, { ...caller, businessId }, 'join.withdrawn', {
        campaignId: ALL_CAMPAIGNS,
        requestId: id,
        userId,
      })
    })
}
