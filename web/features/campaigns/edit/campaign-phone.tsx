import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import type { CampaignForm } from './campaign-form.ts'

/** Whether to set up a virtual number after creation: the set-up then opens over the campaign's leads. */
export function CampaignPhone({ form }: { form: CampaignForm }) {
  const { t } = useTranslation('campaigns')
  return (
    <FormSection title={t('form.phone')} text={t('form.phoneText')}>
      <Radio.Group
        aria-label={t('form.phone')}
        value={form.values.takesNumber ? 'now' : 'later'}
        onChange={(value) => form.setFieldValue('takesNumber', value === 'now')}
      >
        <Stack gap="sm">
          <Radio value="now" label={t('form.numberNow')} description={t('form.numberNowText')} />
          <Radio value="later" label={t('form.numberLater')} description={t('form.numberLaterText')} />
        </Stack>
      </Radio.Group>
    </FormSection>
  )
}
