import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../ui/form-section.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMaskContacts } from './businesses.api.ts'

/** Shows partners the phones and e-mails of leads masked, from now on, everywhere. */
export function MaskContacts({ businessId, isMasking }: { businessId: string; isMasking: boolean }) {
  const { t } = useTranslation('businesses')
  const mask = useMaskContacts(businessId)
  const change = (isOn: boolean) =>
    mask.mutate(isOn, { onSuccess: () => toast.success(t(isOn ? 'masks.on' : 'masks.off')) })
  return (
    <FormSection title={t('masks.title')} text={t('masks.hint')}>
      <Switch
        label={t('masks.label')}
        checked={mask.isPending ? mask.variables : isMasking}
        disabled={mask.isPending}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </FormSection>
  )
}
