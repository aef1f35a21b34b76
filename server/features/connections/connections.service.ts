import type { ErrorCode } from '#contract/errors.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import * as queries from './connections.queries.ts'
import { sealSecret, unsealSecret } from './secrets.ts'

type Context = { db: Db; caller: Member }
/** An account at a provider: `settings` are stored in clear, each of `secrets` sealed. */
type Account = { account: string; settings: object; secrets: Record<string, string> }
type Known = { id: string; account: string }

/** How a feature connects with one provider. */
export type Connector = {
  provider: string
  /** Asks the provider whether it accepts the account. Throws if it does not, so that nothing is stored. */
  try: (given: Account) => Promise<void>
  /** The secret that signs hooks: its previous value is accepted for a while after a change. Absent: none does. */
  signing?: string
  /** Thrown if the account is connected already, where an account belongs to one business. */
  taken?: ErrorCode
  /** Throws while the connection may not be removed. */
  requireUnused: (tx: Db, businessId: string, id: string) => Promise<void>
  emit: (tx: Db, caller: Member, change: Known & { what: 'added' | 'changed' | 'removed' }) => Promise<unknown>
}

/**
 * Connects an account, replacing another one with the same provider, or replaces its secrets. The account is tested
 * before it is stored. Of two at once that connect an account of one business, the second gets `taken`.
 */
export async function connect(
  { env, now }: Pick<Deps, 'env' | 'now'>,
  { db, caller }: Context,
  connector: Connector,
  given: Account,
) {
  await connector.try(given)
  const { provider, signing, taken } = connector
  const { businessId, userId: createdBy } = caller
  const { account, settings } = given
  await db.transaction().execute(async (tx) => {
    const known = await queries.findLiveConnection(tx, businessId, provider)
    const isSame = known?.account === account
    if (known && !isSame) await remove(tx, caller, connector, known)
    const id = isSame ? known.id : newId()
    const sealed = Object.entries(given.secrets).map(([name, secret]) => [name, sealSecret(env.secretKey, id, secret)])
    const secrets = Object.fromEntries(sealed)
    if (isSame) {
      const before = signing && known.secrets[signing]
      const isRotated = before && unsealSecret(env.secretKey, id, before) !== given.secrets[signing]
      const previousSecret = isRotated ? before : undefined
      await queries.updateSecrets(tx, businessId, { id, settings, secrets, previousSecret, now: now() })
    } else {
      const wanted = { id, provider, account, settings, secrets, createdBy }
      if (!(await queries.insertConnection(tx, businessId, wanted)) && taken) throw new AppError(taken)
    }
    await connector.emit(tx, caller, { id, account, what: isSame ? 'changed' : 'added' })
  })
}

/** False if there is none. */
export async function disconnect({ db, caller }: Context, connector: Connector): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const known = await queries.findLiveConnection(tx, caller.businessId, connector.provider)
    if (known) await remove(tx, caller, connector, known)
    return known !== undefined
  })
}

async function remove(tx: Db, caller: Member, { requireUnused, emit }: Connector, { id, account }: Known) {
  await requireUnused(tx, caller.businessId, id)
  await queries.deleteConnection(tx, caller.businessId, id)
  await emit(tx, caller, { id, account, what: 'removed' })
}

/** Adds a connection that needs no secrets, when it is first used. Returns false if it exists already. */
export const addConnection = (db: Db, businessId: string, { id, account, provider }: Known & { provider: string }) =>
  queries.insertConnection(db, businessId, { id, provider, account, settings: {}, secrets: {}, createdBy: null })
