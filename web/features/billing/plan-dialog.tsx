import { Alert, Button, Modal, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Billing, PlanPreview } from '#contract/billing/billing.ts'
import { meters, type Plan } from '#contract/billing/plans.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/i18n/format.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { previewQuery, useChoosePlan, useEndPlan } from './billing.api.ts'
import classes from './billing-page.module.css'
import { nameOf } from './billing-tiles.tsx'

type Props = { billing: Billing; opened: boolean; onClose: () => void }
/** Chooses a plan, with what is charged at once or when it begins, or ends the plan after its month. */
export function PlanDialog({ billing, opened, onClose }: Props) {
  const { t, i18n } = useTranslation('billing')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const { plans, plan, nextPlan, endsAfterPeriod, methods, takesPayments } = billing
  const held = endsAfterPeriod ? undefined : (nextPlan ?? plan)?._id
  const [chosen, setChosen] = useState(held)
  const choose = useChoosePlan(businessId)
  const end = useEndPlan(businessId)
  const isChange = chosen !== undefined && chosen !== held
  const preview = useQuery({ ...previewQuery(businessId, chosen ?? ''), enabled: opened && isChange })
  const needsMethod = takesPayments && !methods.some(({ state }) => state === 'approved')
  const done = (key: string) => () => {
    toast.success(t(key))
    onClose()
  }
  const endPlan = () => end.mutate(!endsAfterPeriod, { onSuccess: done(endsAfterPeriod ? 'kept' : 'ending') })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('plans')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        {plans.length === 0 && <p>{t('noPlans')}</p>}
        <Radio.Group value={chosen ?? ''} onChange={setChosen} aria-label={t('plans')}>
          <Stack gap="xs">
            {plans.map((one) => (
              <Radio
                key={one._id}
                value={one._id}
                label={t('planLine', { name: nameOf(one, i18n.language), price: formatMoney(one.price) })}
                description={<Included plan={one} />}
              />
            ))}
          </Stack>
        </Radio.Group>
        {isChange && preview.data && <Preview preview={preview.data} />}
        {isChange && needsMethod && <Alert color="orange">{t('methodFirst')}</Alert>}
        {plan && (
          <div className={classes.ending}>
            <p className={classes.notice}>{t(endsAfterPeriod ? 'endingText' : 'endText')}</p>
            <Button variant="default" loading={end.isPending} onClick={endPlan}>
              {t(endsAfterPeriod ? 'keepPlan' : 'endPlan')}
            </Button>
          </div>
        )}
        <DialogFoot onCancel={onClose}>
          <Button
            disabled={!isChange || !preview.data || needsMethod}
            loading={choose.isPending}
            onClick={() => chosen && choose.mutate(chosen, { onSuccess: done('chosen') })}
          >
            {preview.data?.now && isChange
              ? t('payAndBegin', { amount: formatMoney(preview.data.total) })
              : t('confirmPlan')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

function Included({ plan }: { plan: Plan }) {
  const { t } = useTranslation('billing')
  return (
    <span>
      {meters.flatMap((meter) => {
        const rate = plan.rates[meter]
        if (!rate) return []
        const price = formatMoney(rate.tiers[0]?.unitPrice ?? 0)
        return [
          <span key={meter} className={classes.included}>
            {t('includedLine', { meter: t(`meters.${meter}`), included: formatNumber(rate.included), price })}
          </span>,
        ]
      })}
    </span>
  )
}

function Preview({ preview: { now, from, days, daysOfMonth, net, vat, total } }: { preview: PlanPreview }) {
  const { t } = useTranslation('billing')
  if (!now) return <Alert color="blue">{t('beginsOn', { date: formatDate(from) })}</Alert>
  return (
    <Alert color="blue" title={t('chargedNow', { amount: formatMoney(total) })}>
      {t('chargedFor', { count: days, daysOfMonth, net: formatMoney(net), vat: formatMoney(vat) })}
    </Alert>
  )
}
