import { PERSON_FILE_SECONDS } from '#contract/privacy.ts'
import { hasRight } from '#contract/roles.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { emit, emitOfAccount, type Origin } from '../../platform/events/emit.ts'
import type { Member, Person } from '../../platform/http/caller.ts'
import { type ZipEntry, zipOf } from '../../platform/http/content/zip.ts'
import { download } from '../../platform/http/downloads.ts'
import { AppError } from '../../platform/http/errors.ts'
import { findSessions } from '../profile/profile.service.ts'
import { requirePerson } from './lead-erasure.service.ts'
import { entriesOfLead } from './lead-file.service.ts'
import { entriesOfUser } from './user-file.service.ts'

/** A lead’s file is for an Owner; a user’s file is for that user. */
type Wanted = { businessId: string; leadId: string } | { businessId?: undefined; leadId?: undefined }
type By = Pick<Person, 'userId' | 'sessionId'>

/** Download of the file with all data of a person. The download is logged. */
const personFile = download<Deps, Wanted>({
  path: '/privacy/file',
  purpose: 'files of persons',
  seconds: PERSON_FILE_SECONDS,
  config: { compress: false },
  async open(deps, ticket, from) {
    const entries = await (ticket.leadId === undefined ? openOwn(deps, ticket, from) : openOfLead(deps, ticket, from))
    return {
      name: `${ticket.leadId ? 'person' : 'my-data'}-${dayOf(deps.now())}.zip`,
      headers: { 'content-type': 'application/zip', 'cache-control': 'private, no-store' },
      content: zipOf(entries, deps.now()),
    }
  },
})
export const mountPersonFile = personFile.mount

/** Returns a signed address of the file with all data of the person behind a lead. */
export async function leadFileLink(deps: Deps, { db, caller }: { db: Db; caller: Member }, leadId: string) {
  await requirePerson({ db, caller }, leadId)
  return personFile.link(deps, caller, { businessId: caller.businessId, leadId })
}

export const giveOwnFile = (deps: Deps, caller: By) => personFile.link(deps, caller, {})

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
