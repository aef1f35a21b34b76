import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { useDemandTwoFactor } from './businesses.api.ts'

/** Requires two-factor authentication of all members. The server refuses an Owner who does not use it. */
export function DemandTwoFactor({ businessId, isRequired }: { businessId: string; isRequired: boolean }) {
  const { t } = useTranslation('two-factor')
  const demand = useDemandTwoFactor(businessId)
  const change = (isOn: boolean) =>
    demand.mutate(isOn, { onSuccess: () => toast.success(t(isOn ? 'demand.on' : 'demand.off')) })
  return (
    <FormSection title={t('title')} text={t('demand.hint')}>
      <Switch
        label={t('demand.label')}
        checked={demand.isPending ? demand.variables : isRequired}
        disabled={demand.isPending}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </FormSection>
  )
}
