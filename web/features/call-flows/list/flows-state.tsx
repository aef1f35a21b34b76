import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBusiness } from '../../../lib/session/session.ts'
import { RowState } from '../../../ui/display/row-state.tsx'
import { flowsQuery } from '../call-flows.api.ts'

/** Whether a draft waits to be published. */
export function FlowsState() {
  const { businessId } = useBusiness()
  const { data } = useQuery({ ...flowsQuery(businessId), meta: { silent: true } })
  return data?.flows.some(({ hasDraft }) => hasDraft) ? <Draft /> : null
}

function Draft() {
  const { t } = useTranslation('call-flows')
  return <RowState isToDo>{t('state.draft')}</RowState>
}
