import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { INVITATION_PATH, INVITATION_TOKEN, type OpenedInvitation } from '#contract/team/invitations.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Person } from '../../platform/http/caller.ts'
import type { Client } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, limitTo, networkOf } from '../../platform/http/rate-limits.ts'
import { lockPerson, proveAddress } from '../auth/recovery/proof.ts'
import { hashOf } from '../auth/tokens.ts'
import { queueMessages } from '../messages/messages.service.ts'
import { ownersByMail } from '../notification-settings/notification-recipients.service.ts'
import { addMember, findOwners, lockTeam } from '../users/joining.service.ts'
import { changeUser, requireUser } from '../users/users.service.ts'
import * as queries from './invitations.queries.ts'
import { addressOf, asOpened, isFor, refusalOf } from './invitations.rules.ts'
import { sendLinks } from './invitations.service.ts'
import { limits } from './limits.ts'
import { linkRequestMail } from './messages.ts'

export type OpenedBy = { id: string; token: string; client: Client }

/** The business of a link and its expiry; limits guessing of unknown links. */
async function requireLink(deps: Deps, { id, token, client }: OpenedBy) {
  const link = await queries.findLink(deps.tenants.pool, { id, hash: hashOf(token) })
  if (link) return link
  await limitWrongLinks(deps, client)
  throw new AppError('invitation_not_found')
}

const limitWrongLinks = ({ tenants, now }: Deps, { ip }: Client) =>
  limitTo(tenants.pool, counterOf('wrongLinks', networkOf(ip)), limits.wrongLinks, now())

/** Target of an invitation's short address; unknown ones lead to an error page, with a rate limit. */
export async function pageOfLink(deps: Deps, { token, client }: { token: string; client: Client }): Promise<string> {
  const id = INVITATION_TOKEN.test(token) ? await queries.findIdOfLink(deps.tenants.pool, hashOf(token)) : undefined
  if (!id) await limitWrongLinks(deps, client)
  return `${INVITATION_PATH}/${id ?? NOBODYS}/${id ? token : NO_TOKEN}`
}
const NOBODYS = '00000000-0000-0000-0000-000000000000'
const NO_TOKEN = '0'.repeat(43)

type Link = { businessId: string; expiresAt: string }
async function requireOpened(db: Db, { businessId, expiresAt }: Link, of: { id: string; now: Date }) {
  const opened = await queries.findOpened(db, businessId, { ...of, linkEnds: expiresAt })
  if (!opened) throw new AppError('invitation_not_found')
  return opened
}

/** Read-only, because mail scanners open links too. */
export async function openInvitation(deps: Deps, by: OpenedBy): Promise<OpenedInvitation> {
  const link = await requireLink(deps, by)
  const { businessId } = link
  const opened = await requireOpened(deps.tenants.scope({ businessId }), link, { id: by.id, now: deps.now() })
  return asOpened(opened, businessId)
}

/** Notifies the Owners that a link expired unused; once until it is sent again. */
export async function requestNewLink(deps: Deps, by: OpenedBy) {
  const link = await requireLink(deps, by)
  const { businessId } = link
  const now = deps.now()
  const { id } = by
  await deps.tenants
    .scope({ businessId })
    .transaction()
    .execute(async (tx) => {
      const opened = await requireOpened(tx, link, { id, now })
      const { state, email, phone } = opened
      if (state === 'Accepted' || state === 'Revoked') throw new AppError(refusalOf[state])
      if (state === 'Pending' || !(await queries.updateAsked(tx, businessId, { id, now }))) return
      await emit(tx, { kind: 'system', businessId }, 'invitation.asked', {
        campaignId: ALL_CAMPAIGNS,
        invitationId: id,
        personal: { email, phone },
      })
      if (!deps.mail.isAvailable) return
      const owners = await findOwners(tx, businessId)
      const inviter = owners.filter(({ userId }) => userId === opened.invitedById)
      const url = `${deps.env.publicUrl}/b/${businessId}/users`
      const about = { businessId, businessName: opened.businessName, address: addressOf(opened), url }
      const asked = { event: 'invitation_asked', owners: inviter.length ? inviter : owners, now } as const
      const recipients = await ownersByMail(tx, businessId, asked)
      await queueMessages(
        tx,
        recipients.map(({ owner, dueAt }) => ({ ...linkRequestMail(owner, about), dueAt })),
      )
    })
}

/**
 * Makes the person a member, once: of two concurrent accepts the second finds it used. An invitation to an address needs
 * an account that proved this address, before or by this link if it came by mail. For any other link, a mail with a new
 * one is sent.
 */
export async function acceptInvitation(deps: Deps, caller: Person, by: OpenedBy): Promise<{ businessId: string }> {
  const link = await requireLink(deps, by)
  const { businessId } = link
  const isIn = await acceptOnce(deps, { caller, link, id: by.id })
  if (!isIn) {
    await deps.tenants
      .scope({ businessId })
      .transaction()
      .execute(async (tx) => {
        await limitTo(tx, counterOf('invitationProofs', by.id), limits.resends, deps.now())
        await sendLinks(tx, deps, businessId, [by.id])
      })
    throw new AppError('address_not_proved')
  }
  return { businessId }
}

type Accepting = { caller: Person; link: Link & { isMailed: boolean }; id: string }
/** False if the address must be proved first. */
function acceptOnce(deps: Deps, { caller, link, id }: Accepting): Promise<boolean> {
  const { userId, sessionId, from } = caller
  const { businessId } = link
  const author = { ...caller, businessId }
  const now = deps.now()
  return deps.tenants
    .scope({ businessId, userId })
    .transaction()
    .execute(async (tx) => {
      await lockTeam(tx, businessId)
      await queries.lockInvitation(tx, businessId, id)
      const { emailVerifiedAt } = await lockPerson(tx, { userId, sessionId })
      const [opened, user] = await Promise.all([requireOpened(tx, link, { id, now }), requireUser(tx, userId)])
      const { state, role, campaigns, isClosing } = opened
      if (state !== 'Pending') throw new AppError(refusalOf[state])
      if (!isFor(opened, user)) throw new AppError('invitation_for_another')
      if (isClosing) throw new AppError('business_closing')
      // Without mail no address can be proved, and none can recover an account.
      if (opened.email !== null && deps.mail.isAvailable) {
        if (!emailVerifiedAt && !link.isMailed) return false
        await proveAddress(tx, { userId, now, from, except: sessionId })
      }
      const place = { role, campaigns: campaigns.map((one) => ({ campaignId: one._id, role: one.role })) }
      await addMember(tx, author, { userId, ...place, at: now })
      await queries.closeRequest(tx, businessId, { userId, now })
      await queries.updateAccepted(tx, businessId, { id, userId, now })
      await changeUser(tx, caller, { lastBusinessId: businessId })
      await emit(tx, author, 'invitation.accepted', {
        campaignId: ALL_CAMPAIGNS,
        invitationId: id,
        userId,
        ...place,
        personal: { name: user.name, email: user.email, phone: user.phone },
      })
      return true
    })
}
