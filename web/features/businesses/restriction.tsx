import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { useRestrict } from './businesses.api.ts'

type Props = { businessId: string; name: 'masksContacts' | 'ownLeadsOnly'; isOn: boolean }
/** A switch that restricts what some roles see in the whole business. */
export function Restriction({ businessId, name, isOn }: Props) {
  const { t } = useTranslation('businesses')
  const restrict = useRestrict(businessId)
  const text = (key: 'title' | 'hint' | 'label' | 'on' | 'off') => t(`restrictions.${name}.${key}`)
  const change = (wanted: boolean) =>
    restrict.mutate({ [name]: wanted }, { onSuccess: () => toast.success(text(wanted ? 'on' : 'off')) })
  return (
    <FormSection title={text('title')} text={text('hint')}>
      <Switch
        label={text('label')}
        checked={restrict.isPending ? restrict.variables[name] === true : isOn}
        disabled={restrict.isPending}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </FormSection>
  )
}
