import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { SmsChannel } from '#contract/leads/messages/channels.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as queries from './channels.queries.ts'

type SmsDeps = Pick<Deps, 'sms' | 'workerDb'>
type Context = { db: Db; caller: Member }

/** From whom leads get text messages. */
export async function findSmsChannel({ sms, workerDb }: SmsDeps, { db, caller }: Context): Promise<SmsChannel> {
  const { businessId } = caller
  const [numbers, { numberId, name }, lastSuccessAt] = await Promise.all([
    queries.listSmsNumbers(db, businessId),
    queries.findSmsSettings(db, businessId),
    queries.findLastSmsToLead(workerDb, businessId),
  ])
  return {
    // A number that was released sends nothing any more.
    numberId: numbers.some(({ _id }) => _id === numberId) ? numberId : null,
    numbers,
    installation: sms.isAvailable ? (sms.takesSender && name) || sms.sender : null,
    lastSuccessAt,
  }
}

export async function chooseSmsNumber(deps: SmsDeps, { db, caller }: Context, numberId: string | null) {
  const { businessId } = caller
  await db.transaction().execute(async (tx) => {
    const numbers = await queries.listSmsNumbers(tx, businessId)
    const chosen = numbers.find(({ _id }) => _id === numberId)
    if (numberId && !chosen) throw new AppError('sms_number_not_found')
    const before = await queries.findSmsSettings(tx, businessId)
    if (before.numberId === numberId) return
    await queries.upsertSmsNumber(tx, businessId, numberId)
    const changes = { smsNumber: [before.phone, chosen?.phone ?? null] as [unknown, unknown] }
    await emit(tx, caller, 'sms_sender.changed', { campaignId: ALL_CAMPAIGNS, changes })
  })
  return findSmsChannel(deps, { db, caller })
}
