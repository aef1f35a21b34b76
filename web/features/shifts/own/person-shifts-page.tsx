import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dayOf, firstOfWeek } from '#contract/values/clock.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Crumbs } from '../../../ui/layout/crumbs.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { personQuery } from '../shifts.api.ts'
import { gridQuery } from '../team/grid.api.ts'
import { PlanForm } from './plan-form.tsx'

/** Weekly hours and absences of a colleague, for those who manage shifts. */
export function PersonShiftsPage({ userId }: { userId: string }) {
  const { t } = useTranslation('shifts')
  const { businessId } = useBusiness()
  const of = { businessId, userId }
  const { data, error, refetch } = useQuery(personQuery(of))
  const { data: grid } = useQuery(gridQuery(businessId, firstOfWeek(dayOf(new Date()))))
  const name = grid?.people.find(({ _id }) => _id === userId)?.name ?? t('person.title')
  const page = {
    title: name,
    heading: <UserText>{name}</UserText>,
    context: <Crumbs trail={[{ name: t('team.title'), to: paths.shifts(businessId) }]} />,
  }
  const reload = async () => (await refetch()).data
  if (data) return <PlanForm {...{ of, reload, ...page }} stored={data} />
  return (
    <Page {...page}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} columns={2} />}
    </Page>
  )
}
