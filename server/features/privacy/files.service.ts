import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { dayOf } from '#contract/date-presets.ts'
import { PERSON_FILE_SECONDS } from '#contract/privacy.ts'
import { hasRight } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member, Person } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type ZipEntry, zipOf } from '../../platform/http/zip.ts'
import { findSessions } from '../profile/profile.service.ts'
import { type FileTicket, fileUrl, readFileUrl } from './file-links.rules.ts'
import { requirePerson } from './lead-erasure.service.ts'
import { entriesOfLead } from './lead-file.service.ts'
import { entriesOfUser } from './user-file.service.ts'

type By = Pick<Person, 'userId' | 'sessionId'>

function addressOf({ env, now }: Deps, ticket: Omit<FileTicket, 'expires'>) {
  const expires = now().getTime() + PERSON_FILE_SECONDS * 1_000
  const url = fileUrl(env.secretKey, { ...ticket, expires } as FileTicket)
  return { url, expiresAt: new Date(expires).toISOString() }
}

/** An address of everything that the business holds of the person behind a lead. That it was asked for is written down. */
export async function giveLeadFile(deps: Deps, { db, caller }: { db: Db; caller: Member }, leadId: string) {
  const { businessId, userId, sessionId } = caller
  const { lead } = await requirePerson({ db, caller }, leadId)
  await emit(db, caller, 'lead.exported', { leadId, campaignId: lead.campaignId })
  return addressOf(deps, { userId, sessionId, businessId, leadId } as FileTicket)
}

export const giveOwnFile = (deps: Deps, { userId, sessionId }: By) => addressOf(deps, { userId, sessionId })

/** The file, written as it is read, to whoever its address was given, as long as they still may. */
export async function sendFile(deps: Deps, url: string, reply: FastifyReply) {
  const ticket = readFileUrl(deps.env.secretKey, url)
  if (!ticket) throw new AppError('not_found')
  if (deps.now().getTime() >= ticket.expires) throw new AppError('link_expired')
  const entries = await entriesFor(deps, ticket)
  const name = `${ticket.leadId ? 'person' : 'my-data'}-${dayOf(deps.now())}.zip`
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(zipOf(entries, deps.now())))
}

async function entriesFor(deps: Deps, ticket: FileTicket): Promise<AsyncIterable<ZipEntry>> {
  if (ticket.leadId === undefined) {
    const sessions = await findSessions(deps, ticket)
    if (!sessions.some(({ isCurrent }) => isCurrent)) throw new AppError('not_found')
    return entriesOfUser(deps, ticket.userId)
  }
  const caller = await deps.access.findMember(ticket)
  if (!caller || !hasRight(caller.role, 'business.settings')) throw new AppError('not_found')
  return entriesOfLead(deps, { db: deps.tenants.scope(ticket), caller }, ticket.leadId)
}
