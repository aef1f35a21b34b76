import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from '#contract/api-keys.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { RequestLog } from '../../shared/request-log.tsx'
import { keyPayloadsQuery } from './api-keys.api.ts'

/** The latest requests made with a key. */
export function KeyRequests({ apiKey, opened, onClose }: { apiKey: ApiKey; opened: boolean; onClose: () => void }) {
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery({ ...keyPayloadsQuery(businessId, apiKey._id), enabled: opened })
  return (
    <RequestLog
      opened={opened}
      onClose={onClose}
      name={apiKey.name}
      requests={data?.payloads}
      error={error}
      onRetry={() => void refetch()}
      pathOf={(lead) => paths.lead(businessId, lead.campaignId, lead._id)}
    />
  )
}
