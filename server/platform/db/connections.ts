import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'
import { isLost, unavailable, unavailableIfLost } from './outage.ts'
import type { DB } from './schema.ts'

const { TIMESTAMPTZ, INT8, DATE } = pg.types.builtins
type TypeId = (typeof pg.types.builtins)[keyof typeof pg.types.builtins]
// pg's constants of type ids lack arrays.
const [TEXT_ARRAY, TIMESTAMPTZ_ARRAY] = [1009 as number as TypeId, 1185 as number as TypeId]
const STATEMENT_MS = 30_000
const TRANSACTION_MS = 60_000
const CONNECT_MS = 10_000

/** Connections use UTC, so '2026-01-02 03:04:05.6+00' becomes ISO text without creating a Date. */
const isoTime = (text: string) => text.replace(' ', 'T').replace('+00', 'Z')
const texts = pg.types.getTypeParser(TEXT_ARRAY) as (array: string) => string[]

pg.types.setTypeParser(TIMESTAMPTZ, isoTime)
pg.types.setTypeParser(TIMESTAMPTZ_ARRAY, (array: string) => texts(array).map(isoTime))
pg.types.setTypeParser(DATE, String)
pg.types.setTypeParser(INT8, Number)

/** This statement needs its own time limit, because the pool's limit ends with the connection's first reply. */
const APPLY_SETTINGS = {
  text: 'select set_config(key, value, false) from jsonb_each_text($1)',
  query_timeout: CONNECT_MS,
}

type PoolOptions = {
  /** Maximal number of connections. */
  max?: number
  /** Sends several statements of one borrower in one packet; cursors are refused then. */
  pipeline?: boolean
  /** Time limits of a statement and of a transaction, in milliseconds; 0: none. */
  statementMs?: number
  transactionMs?: number
  /** How long a statement may wait for a lock, in milliseconds; 0: as long as it may run. */
  lockMs?: number
  /** How long to wait for a free or a new connection. */
  connectMs?: number
}

/** A pool in UTC and with the product's types: times as ISO text, dates as text, bigint as number. */
export function openPool(url: string, onError: (error: Error) => void, options: PoolOptions = {}): pg.Pool {
  const { max = 10, pipeline = true, statementMs = STATEMENT_MS, transactionMs = TRANSACTION_MS } = options
  const { lockMs = 0, connectMs = CONNECT_MS } = options
  const settings = {
    timezone: 'UTC',
    statement_timeout: statementMs,
    transaction_timeout: transactionMs,
    lock_timeout: lockMs,
    // Statements are short; starting a parallel worker takes longer than it saves.
    max_parallel_workers_per_gather: 0,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline,
    connectionTimeoutMillis: connectMs,
    // A new connection plans every statement again, which slows its first statements a hundredfold.
    idleTimeoutMillis: 0,
    keepAlive: true,
    // The settings are not sent as startup options, because poolers in session mode refuse or silently drop those.
    onConnect: (client) => client.query({ ...APPLY_SETTINGS, values: [settings] }),
  })
  // Without a listener, a lost connection would end the process. The pool emits errors of idle connections, and the
  // client those of borrowed ones.
  pool.on('error', onError).on('connect', (client) => client.on('error', () => {}))
  const taken = new Set<pg.PoolClient>()
  inUse.set(pool, taken)
  return pool
    .on('acquire', (client) => void taken.add(client))
    .on('release', (_error, client) => void taken.delete(client))
}

/** The borrowed connections of each pool. */
const inUse = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/**
 * Breaks the borrowed connections, if the database no longer answers: its host may have vanished without closing them. Their statements fail with DatabaseUnavailable, and they do not go back into the pool.
 */
export function breakBorrowed(pool: pg.Pool) {
  const error = new Error('Connection terminated: the database does not answer')
  for (const client of inUse.get(pool) ?? []) streamOf(client).destroy(error)
}

const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy: (error: Error) => void } } }).connection.stream

/** Borrows a connection. Throws DatabaseUnavailable if none is available. */
export const borrow = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw unavailable(error)
  })

/** The database as the pool's role sees it, for the relay and the jobs. Destroying it ends the pool. */
export function openDb(pool: pg.Pool): Db {
  const connect = async () => new BorrowedConnection(await borrow(pool))
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  })
}

/**
 * A borrowed connection. If one of several statements sent by Promise.all fails, the others still arrive after the
 * rollback, where each would commit on its own or run for the next borrower. They are refused.
 */
export class BorrowedConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #isOver = false
  #isLost = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  get processID() {
    return (this.#client as unknown as { processID: number }).processID
  }

  query = (async (text: string, values: unknown[]) => {
    if (this.#isOver) throw new Error('The transaction of this statement is over')
    if (text === 'rollback') this.#isOver = true
    try {
      return await this.send(text, values)
    } catch (error) {
      this.#isLost ||= isLost(error)
      throw unavailableIfLost(error)
    }
  }) as unknown as PostgresPoolClient['query']

  protected send(text: string, values: unknown[]): Promise<unknown> {
    return this.#client.query(text, values)
  }

  release(destroy?: boolean) {
    this.#isOver = true
    // The server announces that it ends a connection before closing it; the connection must not be lent again in
    // between.
    this.#client.release(destroy || this.#isLost)
  }
}

/** Runs `work` on a separate connection, which is closed afterwards. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {}) // the running statement fails with it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
