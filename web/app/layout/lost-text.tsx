import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { formatRecent } from '../../lib/i18n/format.ts'
import { isOfLeads } from '../../lib/session/device/kept-keys.ts'

/** That there is no connection, and from when the kept leads on the screen are. */
export function LostText({ lost }: { lost: 'offline' | 'serverLost' }) {
  const { t } = useTranslation(['shell', 'unsent'])
  const cache = useQueryClient().getQueryCache()
  const at = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const shown = cache.findAll({ type: 'active', predicate: ({ queryKey }) => isOfLeads(queryKey) })
      return Math.min(...shown.flatMap(({ state }) => state.dataUpdatedAt || []))
    },
  )
  if (!Number.isFinite(at)) return t(lost)
  return t(lost === 'offline' ? 'unsent:offlineAsOf' : 'unsent:serverLostAsOf', { at: formatRecent(new Date(at)) })
}
