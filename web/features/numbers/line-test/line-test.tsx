import { Button, Switch } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconRoute2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { LineTest as Test } from '#contract/calls/line-tests/line-tests.ts'
import type { VirtualNumber } from '#contract/calls/numbers.ts'
import { formatRecent } from '../../../lib/i18n/format.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import classes from './line-test.module.css'
import { lineTestQuery, useSetDailyTest, useStartLineTest } from './line-tests.api.ts'

/** Tests the line of a number: the provider calls it, and its call flow answers before any phone rings. */
export function LineTest({ number }: { number: Pick<VirtualNumber, '_id' | 'state' | 'provider'> }) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const canSwitch = useCan('numbers.order')
  const { data } = useQuery(lineTestQuery(businessId, number._id))
  const start = useStartLineTest(businessId, number._id)
  const daily = useSetDailyTest(businessId, number._id)
  const last = data?.last
  const isRunning = last?.outcome === null
  const isPaused = number.state === 'paused'
  return (
    <div className={classes.test}>
      <Button
        variant="light"
        leftSection={<IconRoute2 stroke={2} />}
        loading={start.isPending || isRunning}
        disabled={isPaused}
        onClick={() => start.mutate()}
      >
        {t('line.start')}
      </Button>
      <p className={classes.text} role="status" data-outcome={isFailed(last) ? 'failed' : last?.outcome}>
        {start.isError ? start.error.message : isPaused ? t('line.paused') : data && <Result last={last} />}
      </p>
      <Switch
        label={t('line.daily')}
        description={t(number.provider === 'twilio' ? 'line.dailyBilled' : 'line.dailyText')}
        checked={data?.isDaily ?? false}
        disabled={!canSwitch || !data || daily.isPending}
        onChange={({ currentTarget }) => daily.mutate(currentTarget.checked)}
      />
    </div>
  )
}

const isFailed = (test: Test | null | undefined) =>
  test?.outcome != null && test.outcome !== 'answered' && test.outcome !== 'unknown'

function Result({ last }: { last: Test | null | undefined }) {
  const { t } = useTranslation('numbers')
  if (!last) return t('line.never')
  if (!last.outcome) return t('line.running')
  const Icon = isFailed(last) ? IconAlertTriangle : last.outcome === 'answered' ? IconCheck : undefined
  return (
    <>
      {Icon && <Icon size={16} stroke={2} aria-hidden />}
      {t(`line.outcome.${last.outcome}`, { when: formatRecent(last.askedAt), count: last.seconds ?? 0 })}
    </>
  )
}
