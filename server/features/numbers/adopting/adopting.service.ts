import { ACCOUNT_NUMBERS_MAX, type AccountNumber } from '#contract/calls/adopted-numbers.ts'
import { NUMBERS_MAX, type NumberOrder } from '#contract/calls/numbers.ts'
import { newRouting, type Routing } from '#contract/calls/routing.ts'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { type Adopted, countNumbers, insertOrder, listVirtualOnes } from '../numbers.queries.ts'
import { hooksFor } from '../numbers.rules.ts'
import { checkRouting, requireCampaignFor, requireNumber, requireRingMembers } from '../numbers.service.ts'
import { findOrder, isTaken, type OrderDeps, settleOrder } from '../orders.service.ts'
import { asAppErrors, requireConnection } from '../voice-connections.service.ts'
import { findLastAdopted } from './adopting.queries.ts'
import { changedParts } from './giving-back.rules.ts'

type Context = { db: Db; caller: Member; language: Language }

/** Numbers of the business's account that can be adopted: they take calls, and are no business's here. */
export async function listAccountNumbers(
  { voice }: Pick<Deps, 'voice' | 'env' | 'now'>,
  { db, caller }: Pick<Context, 'db' | 'caller'>,
): Promise<AccountNumber[]> {
  const { provider } = await requireConnection({ voice }, db, caller.businessId)
  const all = (await asAppErrors(provider.listNumbers(ACCOUNT_NUMBERS_MAX))).filter(
    ({ voice: takesCalls }) => takesCalls,
  )
  const taken = new Set(
    await listVirtualOnes(
      db,
      all.map(({ phone }) => phone),
    ),
  )
  return all
    .filter(({ phone }) => !taken.has(phone))
    .map(({ sid, phone, name, sms, goesTo }) => ({ sid, phone, name, sms, goesTo }))
}

type Wanted = { sid: string; campaignId: string | null; label: string; routing?: Partial<Routing> | undefined }

/**
 * Takes over a number of the account. What stands there is stored before anything is set, so that it can be restored
 * whatever happens then. Goes the way of an order from there.
 */
export async function adoptNumber(
  deps: OrderDeps,
  { db, caller, language }: Context,
  { sid, campaignId, label, routing: given }: Wanted,
): Promise<NumberOrder> {
  const { businessId, userId } = caller
  await deps.requirePaid(db, businessId)
  await requireCampaignFor({ db, caller }, campaignId)
  const asked = { ...newRouting(userId, language), ...given }
  await requireRingMembers(db, businessId, asked)
  const { id: connectionId, kind, provider } = await requireConnection(deps, db, businessId)
  const routing = await checkRouting(deps, { db, businessId, kind }, asked)
  if ((await countNumbers(db, businessId)) >= NUMBERS_MAX) throw new AppError('too_many_numbers')
  const found = await asAppErrors(provider.getNumber(sid))
  if (!found?.voice) throw new AppError('number_not_found')
  const { phone } = found
  if (await isTaken(db, phone)) throw new AppError('number_taken')
  const set = provider.settingsOf(hooksFor(deps.env.publicUrl, connectionId, null))
  // An adoption that was given up may have set ours already.
  const last = await findLastAdopted(db, businessId, { connectionId, sid })
  const isOurs = last && changedParts(found.settings, [last.set]).length === 0
  const adopted: Adopted = { sid, stood: isOurs ? last.stood : found.settings, set }
  const id = newId()
  await db.transaction().execute(async (tx) => {
    const order = { id, connectionId, campaignId, phone, label, routing, createdBy: userId, adopted }
    if (!(await insertOrder(tx, businessId, order))) throw new AppError('number_taken')
    await emit(tx, caller, 'number.adopted', { campaignId: campaignId ?? ALL_CAMPAIGNS, orderId: id, phone })
  })
  await settleOrder(deps, { db, businessId, id, isFirst: true })
  return findOrder({ db, caller }, id)
}

/** What an adopted number had before, where its calls go now, and what others changed at the provider since. */
export async function findStanding(
  { voice, env }: Pick<Deps, 'voice' | 'env'>,
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  id: string,
) {
  const { adopted, connectionId, providerSid } = await requireNumber({ db, caller }, id)
  if (!adopted) throw new AppError('number_not_adopted')
  const connection = await voice.find(connectionId)
  if (!connection) throw new AppError('voice_unavailable')
  const { provider } = connection
  const found = await asAppErrors(provider.getNumber(providerSid))
  const ours = provider.settingsOf(hooksFor(env.publicUrl, connectionId, null))
  return {
    before: provider.destinationOf(adopted.stood),
    now: found?.goesTo ?? null,
    changed: found ? changedParts(found.settings, [adopted.stood, adopted.set, ours]) : [],
  }
}
