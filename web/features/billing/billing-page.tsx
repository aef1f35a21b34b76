import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Billing } from '#contract/billing/billing.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { billingQuery, usageQuery, useFinishMethod } from './billing.api.ts'
import classes from './billing-page.module.css'
import { BillingTiles } from './billing-tiles.tsx'
import { Owed } from './owed.tsx'
import { PaymentMethods } from './payment-methods.tsx'
import { UsageTable } from './usage-table.tsx'

const PlanDialog = lazily(() => import('./plan-dialog.tsx'), 'PlanDialog')
/** `method`: the payment method whose page the person comes back from. */
const Search = z.object({ method: z.uuid().optional().catch(undefined) })

/** What the business pays the operator, and for what. `documents`: the list of what was issued. */
export function BillingPage({ documents }: { documents: ReactNode }) {
  const { t } = useTranslation('billing')
  const { businessId } = useBusiness()
  const { data: billing, error, refetch } = useQuery(billingQuery(businessId))
  // Both are shown at once, so that nothing moves when the second arrives.
  const { isPending } = useQuery(usageQuery(businessId, undefined))
  const data = isPending ? undefined : billing
  const plans = useModal('billing-plan')
  const [isDialogNeeded, needDialog] = useState(plans.opened)
  if (plans.opened && !isDialogNeeded) needDialog(true)
  useReturn(businessId)
  return (
    // Another sheet once the data is there, so that nothing moves.
    <Page
      key={data ? 'shown' : 'waiting'}
      title={t('title')}
      context={t('text')}
      actions={data && <Button onClick={plans.open}>{t(data.plan ? 'changePlan' : 'choosePlan')}</Button>}
      summary={data && <BillingTiles billing={data} />}
    >
      {error && !billing && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={5} columns={3} />}
      {data && <Content billing={data} />}
      {data && documents}
      <Suspense>
        {data && isDialogNeeded && <PlanDialog billing={data} opened={plans.opened} onClose={plans.close} />}
      </Suspense>
    </Page>
  )
}

function Content({ billing }: { billing: Billing }) {
  return (
    <>
      <Owed billing={billing} />
      <div className={classes.parts}>
        <UsageTable billing={billing} />
        <PaymentMethods billing={billing} />
      </div>
    </>
  )
}

/** Asks how the set-up ended when the payment house leads back here. */
function useReturn(businessId: string) {
  const [{ method }, set] = useSearchState(Search)
  const { mutate } = useFinishMethod(businessId)
  useEffect(() => {
    if (!method) return
    // Before the answer: a dialog that opens meanwhile has an entry of its own in the history.
    void set({ method: undefined })
    mutate(method)
  }, [method, mutate, set])
}
