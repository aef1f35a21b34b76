import pg from 'pg'

const RETRY_MS = [100, 500, 2_000, 5_000] as const
const CONNECT_MS = 10_000
/** Ping interval; a connection that does not answer is closed and reopened. */
const PING_MS = 15_000
const ANSWER_MS = 10_000

type Handlers = {
  onNotice: (channel: string, payload: string) => void
  /** Called after each connection; notices sent in between are lost. */
  onConnected: () => void
  onError: (error: unknown) => void
}

/** Listens to notices of other processes on one connection, and reconnects after a loss. */
export function listenTo(url: string, channels: string[], { onNotice, onConnected, onError }: Handlers) {
  let client: pg.Client | undefined
  let tries = 0
  let isStopped = false
  let timer: NodeJS.Timeout

  const again = (error: unknown, lost?: pg.Client) => {
    if (isStopped || lost !== client) return
    client = undefined
    onError(error)
    void lost?.end().catch(() => {})
    clearTimeout(timer)
    timer = setTimeout(connect, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)])
  }

  async function connect() {
    const fresh = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
    })
    client = fresh
    fresh.on('error', (error) => again(error, fresh))
    fresh.on('end', () => again(new Error('The connection that listens was closed'), fresh))
    fresh.on('notification', ({ channel, payload = '' }) => onNotice(channel, payload))
    try {
      await fresh.connect()
      for (const channel of channels) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`)
    } catch (error) {
      return again(error, fresh)
    }
    tries = 0
    onConnected()
    ping(fresh)
  }

  const ping = (of: pg.Client) => {
    timer = setTimeout(() => {
      of.query('select 1').then(
        () => of === client && ping(of),
        (error: unknown) => again(error, of),
      )
    }, PING_MS).unref()
  }

  return {
    connected: connect(),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
