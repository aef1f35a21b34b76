import { NumberInput, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RESPONSE_TARGET_MAX, RESPONSE_TARGET_MIN } from '#contract/campaigns.ts'
import type { CampaignForm } from './campaign-form.ts'

/** Whether a campaign is on, and its target of the first response. A new campaign is always on, without a target. */
export function CampaignPace({ form }: { form: CampaignForm }) {
  const { t } = useTranslation('campaigns')
  return (
    <>
      <NumberInput
        {...form.getInputProps('responseTarget')}
        value={form.values.responseTarget ?? ''}
        onChange={(value) => form.setFieldValue('responseTarget', typeof value === 'number' ? value : null)}
        label={t('form.responseTarget')}
        description={t('form.responseTargetText')}
        suffix={` ${t('form.minutes')}`}
        min={RESPONSE_TARGET_MIN}
        max={RESPONSE_TARGET_MAX}
        allowDecimal={false}
        allowNegative={false}
      />
      <Switch
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
        label={t('form.enabled')}
        description={t('form.enabledText')}
      />
    </>
  )
}
