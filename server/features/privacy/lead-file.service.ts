import { dayOf } from '#contract/values/date-presets.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { ZipEntry } from '../../platform/http/zip.ts'
import { requirePerson } from './lead-erasure.service.ts'
import * as queries from './lead-file.queries.ts'

export const asJson = (content: object) => Buffer.from(`${JSON.stringify(content, null, 2)}\n`)

/** The export of a person: one readable file, and the recordings of their calls. */
export async function* entriesOfLead(
  { workerDb, files, now }: Deps,
  context: { db: Db; caller: Member },
  leadId: string,
): AsyncGenerator<ZipEntry> {
  const { db, caller } = context
  const { businessId } = caller
  const person = await requirePerson(context, leadId)
  const sounds = await queries.listSounds(db, businessId, person)
  const named = sounds.map((sound) => ({ ...sound, name: nameOf(sound) }))
  const content = {
    madeAt: now().toISOString(),
    foundBy: person.contacts,
    leads: await queries.listLeads(db, businessId, person),
    enquiries: await queries.listEnquiries(db, businessId, person),
    requestsAsTheyCame: await queries.listRequests(db, businessId, person),
    comments: await queries.listComments(db, businessId, person),
    history: await queries.listHistory(db, businessId, person),
    calls: await queries.listCalls(db, businessId, person),
    recordings: named.map(({ file: _, ...sound }) => sound),
    textsReceived: await queries.listReports(db, businessId, person),
    messagesSent: await queries.listMessages(workerDb, businessId, person),
    blacklist: await queries.listBlocks(db, businessId, person),
    invitations: await queries.listInvitations(db, businessId, person),
    requestsToJoin: await queries.listJoinRequests(db, businessId, person),
  }
  yield { name: 'person.json', bytes: asJson(content) }
  for (const { file, name } of named) {
    const sound = await files.get(file)
    if (sound) yield { name, bytes: sound.bytes }
  }
}

const nameOf = ({ startedAt, call, file, kind }: { startedAt: string; call: string; file: string; kind: string }) =>
  `recordings/${dayOf(new Date(startedAt))}-${call.slice(-8)}-${kind}.${file.split('.').at(-1)}`
