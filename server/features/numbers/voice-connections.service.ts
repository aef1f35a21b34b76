import type { TwilioAccount, VoiceConnection } from '#contract/calls/numbers.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { VoiceError } from '../../providers/voice/voice.ts'
import { addConnection, type Connector, connect, disconnect } from '../connections/connections.service.ts'
import { type Connection, twilioOf } from './voice-connections.cache.ts'
import { findVoiceConnection, listRingingConnections } from './voice-connections.queries.ts'

type Context = { db: Db; caller: Member }
type ConnectionDeps = Pick<Deps, 'voice' | 'env' | 'now'>

type Row = NonNullable<Awaited<ReturnType<typeof findVoiceConnection>>>
const toConnection = ({ id, numbers, ...shown }: Row): VoiceConnection => ({ _id: id, ...shown, numbers: numbers ?? 0 })

/**
 * The business's voice connection, if any. `canOrder`: numbers can be ordered through it or through the built-in
 * exchange.
 */
export async function findConnection({ voice }: Pick<ConnectionDeps, 'voice'>, { db, caller }: Context) {
  const row = await findVoiceConnection(db, caller.businessId)
  return { connection: row ? toConnection(row) : null, canOrder: row !== undefined || voice.exchange() !== undefined }
}

const twilioConnector: Connector = {
  provider: 'twilio',
  signing: 'authToken',
  try: ({ account: accountSid, secrets: { authToken = '' } }) =>
    asAppErrors(twilioOf({ accountSid, authToken }, () => undefined).checkAccount()),
  async requireUnused(tx, businessId) {
    if ((await findVoiceConnection(tx, businessId))?.numbers) throw new AppError('connection_in_use')
  },
  emit: (tx, caller, { id: connectionId, account: accountSid, what }) =>
    emit(tx, caller, `connection.${what}`, { campaignId: ALL_CAMPAIGNS, connectionId, accountSid }),
}

/** Connects a Twilio account or replaces its secrets. An API key can be added without changing the token. */
export async function connectTwilio(deps: ConnectionDeps, context: Context, given: TwilioAccount) {
  const { accountSid: account, authToken, apiKeySid, apiKeySecret } = given
  const hasKey = apiKeySid && apiKeySecret
  const settings = hasKey ? { apiKeySid } : {}
  const secrets: Record<string, string> = hasKey ? { authToken, apiKeySecret } : { authToken }
  await connect(deps, context, twilioConnector, { account, settings, secrets })
  const { connection } = await findConnection(deps, context)
  if (!connection) throw new AppError('connection_not_found')
  return connection
}

export async function disconnectTwilio(context: Context) {
  if (!(await disconnect(context, twilioConnector))) throw new AppError('connection_not_found')
}

/** The accounts with which the business's browser phones register. */
export const findRingingConnections = listRingingConnections

/**
 * The account with which the business orders numbers: its own, otherwise one with the built-in exchange, which is
 * created on first use.
 */
export async function requireConnection(
  { voice }: Pick<ConnectionDeps, 'voice'>,
  db: Db,
  businessId: string,
): Promise<Connection> {
  const known = await findVoiceConnection(db, businessId)
  const id = known?.id ?? (await connectExchange({ voice }, db, businessId))
  const connection = await voice.find(id)
  if (!connection) throw new AppError('voice_unavailable')
  return connection
}

async function connectExchange({ voice }: Pick<ConnectionDeps, 'voice'>, db: Db, businessId: string): Promise<string> {
  const exchange = voice.exchange()
  if (!exchange) throw new AppError('no_voice_provider')
  const id = newId()
  const isNew = await addConnection(db, businessId, { id, account: exchange.accountSid, provider: 'local' })
  return isNew ? id : ((await findVoiceConnection(db, businessId))?.id ?? id)
}

/** Maps a provider's error to an error of the API. */
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
