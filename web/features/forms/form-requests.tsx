import { useQuery } from '@tanstack/react-query'
import type { Form } from '#contract/forms.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { RequestLog } from '../../shared/request-log.tsx'
import { formPayloadsQuery } from './forms.api.ts'

/** Recent requests to a form. */
export function FormRequests({ form, opened, onClose }: { form: Form; opened: boolean; onClose: () => void }) {
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery({ ...formPayloadsQuery(businessId, form._id), enabled: opened })
  return (
    <RequestLog
      opened={opened}
      onClose={onClose}
      name={form.name}
      requests={data?.payloads}
      error={error}
      onRetry={() => void refetch()}
      pathOf={(lead) => paths.lead(businessId, lead.campaignId, lead._id)}
    />
  )
}
