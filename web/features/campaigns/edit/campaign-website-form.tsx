import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import type { CampaignForm } from './campaign-form.ts'

/** Whether to make a website form with the campaign; it is ready to be sent out as it is. */
export function CampaignWebsiteForm({ form }: { form: CampaignForm }) {
  const { t } = useTranslation('campaigns')
  return (
    <FormSection title={t('form.website')} text={t('form.websiteText')}>
      <Radio.Group
        aria-label={t('form.website')}
        value={form.values.takesForm ? 'yes' : 'no'}
        onChange={(value) => form.setFieldValue('takesForm', value === 'yes')}
      >
        <Stack gap="sm">
          <Radio value="yes" label={t('form.websiteYes')} description={t('form.websiteYesText')} />
          <Radio value="no" label={t('form.websiteNo')} description={t('form.websiteNoText')} />
        </Stack>
      </Radio.Group>
    </FormSection>
  )
}
