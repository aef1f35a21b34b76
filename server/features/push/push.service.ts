import type { PushDevice, PushSubscription } from '#contract/notifications/push.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emitOfAccount } from '../../platform/events/emit.ts'
import type { Person } from '../../platform/http/caller.ts'
import { deviceOf } from '../../platform/http/content/devices.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { isPoint } from '../../providers/push/encryption.ts'
import { PushGone } from '../../providers/push/push.ts'
import * as queries from './push.queries.ts'

type PushDeps = Pick<Deps, 'workerDb' | 'push' | 'now'>
type By = { db: Db; caller: Person }

export async function findDevices({ now }: Pick<Deps, 'now'>, { db, caller }: By): Promise<PushDevice[]> {
  const devices = await queries.listDevices(db, caller.userId, now())
  return devices.map(({ _id, createdAt, userAgent, sessionId }) => ({
    ...{ _id, createdAt },
    device: deviceOf(userAgent),
    isCurrent: sessionId === caller.sessionId,
  }))
}

/** Ids of the person's devices whose session has not ended, in the person's scope. */
export const listDeviceIds = async (db: Db, userId: string, now: Date) =>
  (await queries.listDevices(db, userId, now)).map(({ _id }) => _id)

/** Subscribes the device of the session. One browser belongs to one session: an earlier one, of anybody, loses it. */
export async function addDevice(
  { workerDb, now }: PushDeps,
  { db, caller }: By,
  { subscription, userAgent }: { subscription: PushSubscription; userAgent: string | undefined },
) {
  const { userId, sessionId, from } = caller
  const { endpoint, keys } = subscription
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  if (!isPoint(p256dh)) throw invalidInput('keys.p256dh', 'invalid_value')
  const known = await queries.listDevices(db, userId, now())
  const own = known.find((one) => one.sessionId === sessionId)
  if (own && own.endpoint === endpoint && own.p256dh.equals(p256dh) && own.auth.equals(auth)) return
  await queries.deleteEndpoint(workerDb, { endpoint, exceptSession: sessionId })
  await db.transaction().execute(async (tx) => {
    await queries.upsertDevice(tx, { id: newId(), userId, sessionId, endpoint, p256dh, auth, userAgent })
    if (!own) await emitOfAccount(tx, { userId, from }, 'account.push_added', {})
  })
}

export function removeDevice({ db, caller: { userId, from } }: By, id: string) {
  return db.transaction().execute(async (tx) => {
    if (!(await queries.deleteDevice(tx, userId, id))) throw new AppError('push_device_not_found')
    await emitOfAccount(tx, { userId, from }, 'account.push_removed', {})
  })
}

type Queued = { recipient: string; subject: string | null; body: string }
/** Sends a queued notification; its recipient is the device's id. A device that is gone is forgotten. */
export async function sendToDevice({ workerDb, push, now }: PushDeps, { recipient: id, subject, body }: Queued) {
  const to = await queries.findTarget(workerDb, id, now())
  if (!to) throw new PushGone('the device was removed or signed out')
  try {
    await push.send({ to, text: body, urgency: 'high', topic: subject ?? '' })
  } catch (error) {
    if (error instanceof PushGone) await queries.deleteTarget(workerDb, id)
    throw error
  }
}
