import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { ConcurrencyLimit, type Leave } from '../concurrency-limit.ts'
import { BorrowedConnection, borrow, breakBorrowed, openPool } from './connections.ts'
import type { Db } from './db.ts'
import { LockBreaker } from './lock-breaker.ts'
import { statementName } from './named-statements.ts'
import type { DB } from './schema.ts'

const REMEMBERED_SCOPES = 2_000
const SET_SCOPE = {
  name: 'set_scope',
  text: "select set_config('app.business_id', $1, false), set_config('app.user_id', $2, false)",
}

/** The rows that a connection sees: those of one business, those of one person, or both. */
export type Scope = { businessId?: string | undefined; userId?: string | undefined }

export type Tenants = {
  /** The database as this business and person see it, even if a query lacks its predicate. */
  scope: (scope: Scope) => Db
  /** The same connections without a scope: they see only rows that belong to no tenant. */
  pool: Db
  /** Fails all running statements of a database that no longer answers. */
  breakBorrowed: () => void
  end: () => Promise<void>
}

type TenantsOptions = {
  /** Maximal number of connections. */
  max?: number
  /** Concurrent borrowers (concurrency-limit.ts); absent: all connections. */
  atOnce?: number
  /** How long a statement may wait for a lock. */
  lockMs?: number
}

const WAITS_FOR_TABLE = `select from pg_locks where locktype = 'relation' and not granted
  and database = (select oid from pg_database where datname = current_database()) limit 1`

/** Longer than the product's own transactions hold locks. */
const LOCK_MS = 4_000

/** Opens the app role's connections. Each borrower gets one whose row-level security is set to its scope. */
export function openTenants(
  appUrl: string,
  onError: (error: Error) => void,
  { max = 10, atOnce = max, lockMs = LOCK_MS }: TenantsOptions = {},
): Tenants {
  const pool = openPool(appUrl, onError, { max, lockMs })
  // A separate connection for the breaker, because all others may be waiting when it is needed. It is opened by the
  // first query.
  const watch = openPool(appUrl, onError, { max: 1, lockMs })
  const breaker = new LockBreaker(async () => (await watch.query(WAITS_FOR_TABLE)).rows.length > 0)
  const lent: Lent = { pool, limit: new ConcurrencyLimit(atOnce), breaker }
  const known = new Map<string, Db>()
  const scope = ({ businessId = '', userId = '' }: Scope) => {
    const key = `${businessId} ${userId}`
    const db = known.get(key) ?? openScope(lent, [businessId, userId])
    known.delete(key) // re-inserted at the end: the first entry is the least recently used
    known.set(key, db)
    if (known.size > REMEMBERED_SCOPES) known.delete(known.keys().next().value as string)
    return db
  }
  const end = async () => {
    breaker.close()
    await Promise.all([pool.end(), watch.end()])
  }
  const breakAll = () => {
    breakBorrowed(pool)
    breakBorrowed(watch)
  }
  return { scope, pool: scope({}), breakBorrowed: breakAll, end }
}

/** Shared by all scopes. */
type Lent = { pool: pg.Pool; limit: ConcurrencyLimit; breaker: LockBreaker }

function openScope({ pool, limit, breaker }: Lent, values: [businessId: string, userId: string]): Db {
  const connect = async () => {
    const leave = await limit.enter()
    try {
      return new ScopedConnection(await borrow(pool), values, { leave, breaker })
    } catch (error) {
      leave()
      throw error
    }
  }
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: pool.options } }),
  })
}

/** The setting that was sent last on a connection; `isSet` once the database has taken it. */
type Sent = { key: string; isSet: boolean }
const settings = new WeakMap<pg.PoolClient, Sent>()

/** Sets the scope unless the connection already has it; most borrowers follow one of the same business and person. */
function setScope(client: pg.PoolClient, values: string[]): Promise<unknown> {
  const key = values.join(' ')
  const last = settings.get(client)
  if (last?.isSet && last.key === key) return Promise.resolve()
  const sent = { key, isSet: false }
  settings.set(client, sent)
  return client.query({ ...SET_SCOPE, values }).then(() => {
    sent.isSet = true
  })
}

/**
 * A borrowed connection with its scope set. The setting travels in the same packet as the first query, without a separate
 * wait; but no answer is returned before the setting has succeeded. Had it failed, the queries behind it would run in the
 * previous borrower's scope: they fail instead, and the connection is discarded.
 */
class ScopedConnection extends BorrowedConnection {
  readonly #client: pg.PoolClient
  readonly #scopeSet: Promise<unknown>
  readonly #leave: Leave
  readonly #breaker: LockBreaker
  #isUnsafe = false

  constructor(client: pg.PoolClient, values: string[], { leave, breaker }: { leave: Leave; breaker: LockBreaker }) {
    super(client)
    this.#leave = leave
    this.#breaker = breaker
    this.#client = client
    this.#scopeSet = setScope(client, values)
    this.#scopeSet.catch(() => {
      this.#isUnsafe = true
    })
  }

  protected override async send(text: string, values: unknown[]) {
    const entered = this.#breaker.enter(text)
    try {
      const [, answer] = await Promise.all([
        this.#scopeSet,
        this.#client.query({ name: statementName(text), text, values }),
      ])
      this.#breaker.succeeded(entered)
      return answer
    } catch (error) {
      this.#breaker.failed(entered, error)
      throw error
    }
  }

  override release(destroy?: boolean) {
    super.release(destroy || this.#isUnsafe)
    this.#leave()
  }
}
