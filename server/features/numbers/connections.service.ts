import type { TwilioAccount, VoiceConnection } from '#contract/calls/numbers.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { seal } from '../../platform/sealed.ts'
import { VoiceError } from '../../providers/voice/voice.ts'
import { type Connection, placeOf, twilioOf } from './connections.cache.ts'
import * as queries from './connections.queries.ts'

type Context = { db: Db; caller: Member }
type ConnectionDeps = Pick<Deps, 'voice' | 'env' | 'now'>

type Row = NonNullable<Awaited<ReturnType<typeof queries.findLiveConnection>>>
const toConnection = (row: Row): VoiceConnection => ({
  _id: row.id,
  provider: row.provider,
  accountSid: row.accountSid,
  hasApiKey: row.apiKeySid !== null,
  state: row.state,
  error: row.error,
  checkedAt: row.checkedAt,
  numbers: row.numbers ?? 0,
})

/** The business's voice connection, if any; `canOrder`: numbers can be ordered through it or the built-in exchange. */
export async function findConnection({ voice }: Pick<ConnectionDeps, 'voice'>, { db, caller }: Context) {
  const row = await queries.findLiveConnection(db, caller.businessId)
  return { connection: row ? toConnection(row) : null, canOrder: row !== undefined || voice.exchange() !== undefined }
}

const gone = ({ id, accountSid }: Row) => ({ campaignId: ALL_CAMPAIGNS, connectionId: id, accountSid })

/** Connects a Twilio account or replaces its secrets. They are verified before they are stored. */
export async function connectTwilio(
  { voice, env, now }: ConnectionDeps,
  { db, caller }: Context,
  account: TwilioAccount,
) {
  const { accountSid, authToken, apiKeySid = null, apiKeySecret } = account
  await asAppErrors(twilioOf({ accountSid, authToken }, () => undefined).checkAccount())
  const { businessId, userId } = caller
  await db.transaction().execute(async (tx) => {
    const known = await queries.findLiveConnection(tx, businessId)
    const isSame = known?.provider === 'twilio' && known.accountSid === accountSid
    if (known?.provider === 'twilio' && !isSame) {
      if (known.numbers) throw new AppError('connection_in_use')
      await queries.deleteConnection(tx, businessId, known.id)
      await emit(tx, caller, 'connection.removed', gone(known))
    }
    const id = isSame ? known.id : newId()
    const sealed = (secret: string) => seal(env.secretKey, placeOf(id), secret)
    const secrets = {
      id,
      authToken: sealed(authToken),
      apiKeySid: apiKeySecret ? apiKeySid : null,
      apiKeySecret: apiKeySecret ? sealed(apiKeySecret) : null,
    }
    // An API key may come with the token that is there already.
    const isRotated = isSame && (await voice.find(id))?.tokens[0] !== authToken
    if (isSame) await queries.updateSecrets(tx, businessId, { ...secrets, isRotated, now: now() })
    else
      await queries.insertConnection(tx, businessId, { ...secrets, provider: 'twilio', accountSid, createdBy: userId })
    const event = isSame ? 'connection.changed' : 'connection.added'
    await emit(tx, caller, event, { campaignId: ALL_CAMPAIGNS, connectionId: id, accountSid })
  })
  voice.invalidate()
  const row = await queries.findLiveConnection(db, businessId)
  if (!row) throw new AppError('connection_not_found')
  return toConnection(row)
}

export async function disconnect({ voice }: Pick<ConnectionDeps, 'voice'>, { db, caller }: Context) {
  const { businessId } = caller
  const row = await queries.findLiveConnection(db, businessId)
  if (row?.provider !== 'twilio') throw new AppError('connection_not_found')
  if (row.numbers) throw new AppError('connection_in_use')
  await db.transaction().execute(async (tx) => {
    await queries.deleteConnection(tx, businessId, row.id)
    await emit(tx, caller, 'connection.removed', gone(row))
  })
  voice.invalidate()
}

/** The accounts that the business's phones belong to: wherever a number rings. */
export const findRingingConnections = queries.listRingingConnections

/** The account that the business orders with: its own, else one with the exchange in the box, made when first needed. */
export async function requireConnection(
  { voice }: Pick<ConnectionDeps, 'voice'>,
  db: Db,
  businessId: string,
): Promise<Connection> {
  const known = await queries.findLiveConnection(db, businessId)
  const id = known?.id ?? (await connectExchange({ voice }, db, businessId))
  const connection = await voice.find(id)
  if (!connection) throw new AppError('voice_unavailable')
  return connection
}

async function connectExchange({ voice }: Pick<ConnectionDeps, 'voice'>, db: Db, businessId: string): Promise<string> {
  const exchange = voice.exchange()
  if (!exchange) throw new AppError('no_voice_provider')
  const id = newId()
  const wanted = { id, provider: 'local', accountSid: exchange.accountSid, authToken: Buffer.alloc(0) } as const
  const isNew = await queries.insertConnection(db, businessId, {
    ...wanted,
    apiKeySid: null,
    apiKeySecret: null,
    createdBy: null,
  })
  return isNew ? id : ((await queries.findLiveConnection(db, businessId))?.id ?? id)
}

/** Maps a provider's error to the reply. */
export function appErrorOf({ fault, message }: VoiceError): AppError {
  if (fault === 'credentials') return new AppError('voice_credentials_wrong')
  if (fault === 'taken') return new AppError('number_taken')
  if (fault === 'needs_address') return new AppError('number_needs_address')
  if (fault === 'unavailable') return new AppError('voice_unavailable')
  return new AppError('voice_refused', { values: { reason: message } })
}

export const asAppErrors = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw error instanceof VoiceError ? appErrorOf(error) : error
  })
