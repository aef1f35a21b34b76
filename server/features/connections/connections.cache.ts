import type { Caches } from '../../platform/caches.ts'
import type { Tenants } from '../../platform/db/tenants.ts'
import { isId } from '../../platform/ids.ts'
import { findConnectionById, type StoredConnection, updateState } from './connections.queries.ts'
import { unsealSecret } from './secrets.ts'

/** How long hooks that are signed with the previous secret are accepted: providers keep two in force during a change. */
const PREVIOUS_SECRET_MS = 24 * 3_600_000
const ERROR_MAX = 300

/** A connection as its provider's `open` gets it, with its secrets in clear. */
export type OpenedConnection = Pick<StoredConnection, 'id' | 'businessId' | 'account' | 'settings'> & {
  /** Empty after a disconnect; the row stays because others reference it. */
  secrets: Partial<Record<string, string>>
  /** Accepted for 24 hours after a rotation; undefined afterwards. */
  previousSecret: string | undefined
  /** Called after each reply of the provider, with its refusal of the secrets or undefined. */
  onAnswer: (refused: Error | undefined) => void
}
type Open<C> = (connection: OpenedConnection) => C | undefined

type CacheDeps = {
  tenants: Tenants
  caches: Caches
  secretKey: string
  now: () => Date
  onError: (error: unknown) => void
}

/** Connections with these providers by id, opened and cached for two seconds; undefined where `open` gives none. */
export function openConnections<C>(
  { tenants, caches, secretKey, now, onError }: CacheDeps,
  providers: Partial<Record<string, Open<C>>>,
) {
  const find = caches.cached(['connection.changed', 'connection.removed'], async (id: string) => {
    const found = await findConnectionById(tenants.pool, id)
    return found && providers[found.provider]?.(unsealed(found))
  })

  function unsealed(found: StoredConnection): OpenedConnection {
    const { id, businessId, account, settings, previousSecret: previous } = found
    const secrets = Object.entries(found.secrets).map(([name, sealed]) => [name, unsealSecret(secretKey, id, sealed)])
    const previousSecret = previous && isBelieved(found) ? unsealSecret(secretKey, id, previous) : undefined
    const clear = { secrets: Object.fromEntries(secrets), previousSecret }
    return { id, businessId, account, settings, ...clear, onAnswer: noted(found) }
  }

  const isBelieved = ({ rotatedAt }: StoredConnection) =>
    rotatedAt !== null && now().getTime() - Date.parse(rotatedAt) < PREVIOUS_SECRET_MS

  /** Stores the provider's refusal of the secrets, or clears it, when it changes. */
  function noted({ id, businessId, state, error }: StoredConnection) {
    let known = state === 'failing' ? (error ?? '') : null
    return (refused: Error | undefined) => {
      const words = refused ? refused.message.slice(0, ERROR_MAX) : null
      if (words === known) return
      known = words
      updateState(tenants.scope({ businessId }), businessId, { id, error: words, now: now() }).then(
        () => caches.end(['connection.changed']),
        onError,
      )
    }
  }

  return async (id: string) => (isId(id) ? find(id) : undefined)
}
