import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useBusiness } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { personQuery } from '../shifts.api.ts'
import { MySwaps } from '../swaps/my-swaps.tsx'
import { PlanForm } from './plan-form.tsx'

/** One's own shifts in the current business. `children`: the person's profile, below. */
export function MyShiftsPage({ children }: { children?: ReactNode }) {
  // Also loads the namespaces of child components: loading them later would suspend the whole screen again.
  const { t } = useTranslation(['shifts', 'open-ranges', 'unsaved'])
  const { businessId, business } = useBusiness()
  const of = { businessId, userId: null }
  const { data, error, refetch } = useQuery(personQuery(of))
  const page = { title: t('my.title'), context: <bdi>{business.name || business.email}</bdi> }
  const reload = async () => (await refetch()).data
  if (data)
    return (
      <PlanForm key={businessId} {...{ of, reload, ...page }} stored={data}>
        <MySwaps />
        {children}
      </PlanForm>
    )
  return (
    <Page {...page}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}
