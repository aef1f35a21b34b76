import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { PERSON_FILE_SECONDS } from '#contract/privacy.ts'
import { hasRight } from '#contract/roles.ts'
import { dayOf } from '#contract/values/date-presets.ts'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { emit, emitOfAccount, type Origin } from '../../platform/events/emit.ts'
import type { Member, Person } from '../../platform/http/caller.ts'
import { type Client, originOfClient } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { holdPlace } from '../../platform/http/hold-place.ts'
import { readTicket, ticketQuery } from '../../platform/http/tickets.ts'
import { type ZipEntry, zipOf } from '../../platform/http/zip.ts'
import { findSessions } from '../profile/profile.service.ts'
import { requirePerson } from './lead-erasure.service.ts'
import { entriesOfLead } from './lead-file.service.ts'
import { entriesOfUser } from './user-file.service.ts'

export const FILE_PATH = '/privacy/file'
const PURPOSE = 'files of persons'

/** Subject of a download address and the user it is for: a lead’s file for an Owner, a user’s for themselves. */
type FileTicket = {
  userId: string
  sessionId: string
  /** Milliseconds since the epoch. */
  expires: number
} & ({ businessId: string; leadId: string } | { businessId?: undefined; leadId?: undefined })

type By = Pick<Person, 'userId' | 'sessionId'>

function addressOf({ env, now }: Deps, ticket: Omit<FileTicket, 'expires'>) {
  const expires = now().getTime() + PERSON_FILE_SECONDS * 1_000
  const query = ticketQuery(env.secretKey, PURPOSE, { ...ticket, expires })
  return { url: `/api${FILE_PATH}?${query}`, expiresAt: new Date(expires).toISOString() }
}

/** Signed address of the file with all data of the person behind a lead. */
export async function leadFileLink(deps: Deps, { db, caller }: { db: Db; caller: Member }, leadId: string) {
  const { businessId, userId, sessionId } = caller
  await requirePerson({ db, caller }, leadId)
  return addressOf(deps, { userId, sessionId, businessId, leadId } as FileTicket)
}

export const giveOwnFile = (deps: Deps, { userId, sessionId }: By) => addressOf(deps, { userId, sessionId })

type Request = { url: string; client: Client }
/** Streams the file to the user of the address, if they still may have it. The download is logged. */
export async function sendFile(deps: Deps, { url, client }: Request, reply: FastifyReply) {
  const ticket = readTicket<FileTicket>(deps.env.secretKey, PURPOSE, url)
  if (deps.now().getTime() >= ticket.expires) throw new AppError('link_expired')
  await holdPlace(deps.enterHeavy, ticket.userId, reply)
  const from = originOfClient(client)
  const entries = await (ticket.leadId === undefined ? openOwn(deps, ticket, from) : openOfLead(deps, ticket, from))
  deps.wakeRelay()
  const name = `${ticket.leadId ? 'person' : 'my-data'}-${dayOf(deps.now())}.zip`
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(zipOf(entries, deps.now())))
}

type Entries = Promise<AsyncIterable<ZipEntry>>

async function openOwn(deps: Deps, by: By, from: Origin): Entries {
  const sessions = await findSessions(deps, by)
  if (!sessions.some(({ isCurrent }) => isCurrent)) throw new AppError('not_found')
  const { userId } = by
  await emitOfAccount(deps.tenants.pool, { userId, from }, 'account.exported', {})
  return entriesOfUser(deps, userId)
}

async function openOfLead(deps: Deps, ticket: By & { businessId: string; leadId: string }, from: Origin): Entries {
  const caller = await deps.access.findMember(ticket)
  if (!caller || !hasRight(caller.role, 'business.settings')) throw new AppError('not_found')
  const db = deps.tenants.scope(ticket)
  const { leadId } = ticket
  const { lead } = await requirePerson({ db, caller }, leadId)
  await inTransaction(db, (tx) =>
    emit(tx, { ...caller, from }, 'lead.exported', { leadId, campaignId: lead.campaignId }),
  )
  return entriesOfLead(deps, { db, caller }, leadId)
}
