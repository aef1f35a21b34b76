import { Button, Progress, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Billing, Usage } from '#contract/billing/billing.ts'
import { type Meter, meters } from '#contract/billing/plans.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/i18n/format.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { usageQuery } from './billing.api.ts'
import classes from './billing-page.module.css'

const CapsDialog = lazily(() => import('./caps-dialog.tsx'), 'CapsDialog')

/** Usage of this month by campaign or by day, above what the plan includes. */
export function UsageTable({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing')
  const { businessId } = useBusiness()
  const [by, setBy] = useState<'campaigns' | 'days'>('campaigns')
  const { data, error, refetch } = useQuery(usageQuery(businessId, undefined))
  const caps = useModal('billing-caps')
  return (
    <section className={classes.part} aria-label={t('usage')}>
      <header className={classes.partHead}>
        <h2 className={classes.partTitle}>{t('usage')}</h2>
        <Button variant="subtle" onClick={caps.open}>
          {t('caps')}
        </Button>
      </header>
      <SegmentedControl
        aria-label={t('usage')}
        value={by}
        onChange={(value) => setBy(value as typeof by)}
        data={[
          { value: 'campaigns', label: t('byCampaign') },
          { value: 'days', label: t('byDay') },
        ]}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} columns={4} />}
      {data && <Table usage={data} by={by} />}
      <Suspense>{caps.opened && <CapsDialog billing={billing} onClose={caps.close} />}</Suspense>
    </section>
  )
}

type Row = { key: string; name: string; amounts: Usage['days'][number]['amounts'] }
const amountOf = (amounts: Row['amounts'], meter: Meter) => amounts.find((one) => one.meter === meter)?.amount ?? 0

function Table({ usage, by }: { usage: Usage; by: 'campaigns' | 'days' }) {
  const { t } = useTranslation('billing')
  const rows: Row[] =
    by === 'days'
      ? usage.days.map(({ day, amounts }) => ({ key: day, name: formatDate(day), amounts }))
      : usage.campaigns.map(({ campaignId, name, amounts }) => ({
          ...{ key: campaignId ?? 'none', amounts },
          name: name ?? t('noCampaign'),
        }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
    <section className={classes.scroller} tabIndex={0} aria-label={t(by === 'days' ? 'byDay' : 'byCampaign')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t(by === 'days' ? 'day' : 'campaign')}</th>
            {meters.map((meter) => (
              <th scope="col" key={meter} data-number>
                {t(`meters.${meter}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, amounts }) => (
            <tr key={key}>
              <th scope="row">
                <UserText cut>{name}</UserText>
              </th>
              {meters.map((meter) => (
                <td key={meter} data-number>
                  {formatNumber(amountOf(amounts, meter))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            {meters.map((meter) => (
              <Total key={meter} usage={usage} meter={meter} />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** The sum of a meter, beside what is included: amber beyond it, with what that costs. */
function Total({ usage, meter }: { usage: Usage; meter: Meter }) {
  const { t } = useTranslation('billing')
  const found = usage.meters.find((one) => one.meter === meter)
  const { amount = 0, included = null, cost = 0 } = found ?? {}
  const isOver = included !== null && amount > included
  const share = included ? Math.min(100, Math.round((amount * 100) / included)) : 100
  return (
    <td data-number>
      <strong>{formatNumber(amount)}</strong>
      {included !== null && (
        <>
          <Progress.Root
            size="sm"
            role="meter"
            aria-label={t(`meters.${meter}`)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={share}
          >
            <Progress.Section withAria={false} color={isOver ? 'orange' : undefined} value={share} />
          </Progress.Root>
          <span className={classes.second}>
            <bdi>{t('ofIncluded', { amount: formatNumber(amount), included: formatNumber(included) })}</bdi>
          </span>
        </>
      )}
      {cost > 0 && <span className={classes.warning}>{formatMoney(cost)}</span>}
    </td>
  )
}
