import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { ZipEntry } from '../../platform/http/content/zip.ts'
import { asJson, OTHERS, readSections } from './file-sections.ts'
import { requirePerson } from './lead-erasure.service.ts'

/** Order of the file's sections. OTHERS stands for all sections that are not listed. */
const ORDER = [
  ...['leads', 'enquiries', 'requestsAsTheyCame', 'comments', 'history', 'calls', 'recordings', 'textsReceived'],
  ...['messagesSent', OTHERS, 'invitations', 'requestsToJoin'],
]

/** Exports the data of a person: one readable file, and the recordings of their calls. */
export async function* entriesOfLead(
  { workerDb, persons, files, now }: Deps,
  context: { db: Db; caller: Member },
  leadId: string,
): AsyncGenerator<ZipEntry> {
  const { db, caller } = context
  const { businessId } = caller
  const person = await requirePerson(context, leadId)
  const stored = []
  for (const { files: list } of persons) stored.push(...((await list?.(db, businessId, person)) ?? []))
  const sections = await readSections(
    persons.map((one) => one.export),
    ORDER,
    (list) => list({ db, workerDb }, businessId, person),
  )
  yield { name: 'person.json', bytes: asJson({ madeAt: now().toISOString(), foundBy: person.contacts, ...sections }) }
  for (const { file, name } of stored) {
    const found = await files.get(file)
    if (found) yield { name, bytes: found.bytes }
  }
}
