import { NumberInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RESPONSE_TARGET_MAX, RESPONSE_TARGET_MIN, TAGS_MAX } from '#contract/campaigns.ts'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import { FieldPair, FormSection } from '../../../ui/forms/form-section.tsx'
import type { CampaignForm } from './campaign-form.ts'

type Props = {
  form: CampaignForm
  /** The field for choosing its image. */
  image: ReactNode
  /** A new campaign is always on. */
  isNew: boolean
}

/** Name, image, tags and period of a campaign. */
export function CampaignBasics({ form, image, isNew }: Props) {
  const { t } = useTranslation('campaigns')
  return (
    <FormSection title={t('form.basics')} text={t('form.basicsText')}>
      <TextInput
        {...form.getInputProps('name')}
        dir="auto"
        label={t('form.name')}
        required
        autoFocus={isNew}
        autoComplete="off"
      />
      {image}
      <FieldPair>
        <DayInput {...form.getInputProps('startDate')} label={t('form.startDate')} placeholder={t('form.noDate')} />
        <DayInput {...form.getInputProps('endDate')} label={t('form.endDate')} placeholder={t('form.noDate')} />
      </FieldPair>
      <TagsInput
        {...form.getInputProps('tags')}
        label={t('form.tags')}
        description={t('form.tagsText')}
        maxTags={TAGS_MAX}
        splitChars={[',', ';']}
        acceptValueOnBlur
      />
      <Textarea {...form.getInputProps('notes')} dir="auto" label={t('form.notes')} autosize minRows={3} maxRows={12} />
      {!isNew && (
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
      )}
    </FormSection>
  )
}
