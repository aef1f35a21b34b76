import pg from 'pg'

/** A round misses a pooler only if others borrow and return its connections at the same moment. */
const ROUNDS = 5
const CONNECT_MS = 10_000
const ANSWER_MS = 5_000
/** The code of PgBouncer's own refusals. */
const PROTOCOL_VIOLATION = '08P01'

const REASONS = {
  shared: 'hands its connections from client to client, which would mix the rows of different businesses',
  scarce: 'does not serve two clients at once',
}

/** An unusable address; the message is for the operator and names the setting. */
export class PoolerError extends Error {
  constructor(setting: string, reason: keyof typeof REASONS) {
    super(
      `${setting} leads to a connection pooler that ${REASONS[reason]}: ` +
        'set the pooler to session mode with room for every process, or name the address of PostgreSQL itself.',
    )
  }
}

/**
 * Refuses a pooler in transaction or statement mode, behind which a connection is not one server session. The tenant scope
 * (`tenants.ts`), prepared statements, LISTEN and the lock of the migrations belong to a session. The check opens two
 * connections, which must keep their own sessions, also while one is in a transaction. It changes nothing. If it cannot
 * connect, it throws pg's error.
 */
export async function refusePooler(setting: string, url: string): Promise<void> {
  const [one, other] = [await connect(url), await connect(url)]
  try {
    for (let round = 0; round < ROUNDS; round++)
      if (await isShared(one, other)) throw new PoolerError(setting, 'shared')
  } catch (error) {
    if ((error as { code?: string }).code === PROTOCOL_VIOLATION) throw new PoolerError(setting, 'shared')
    throw (error as Error).message === 'Query read timeout' ? new PoolerError(setting, 'scarce') : error
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})))
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
  }).on('error', () => {}) // the running statement fails with it
  await client.connect()
  return client
}

/** A pooler in statement mode has no transactions; one with a single connection lets the second query wait. */
async function isShared(one: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await sessionOf(one)
  await other.query('begin')
  const within = await sessionOf(other)
  const after = await sessionOf(one)
  await other.query('rollback')
  return within === before || after !== before
}

const sessionOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
