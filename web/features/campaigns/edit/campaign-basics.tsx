import { TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TAGS_MAX } from '#contract/campaigns.ts'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import { FieldPair, FormSection } from '../../../ui/forms/form-section.tsx'
import type { CampaignForm } from './campaign-form.ts'

type Props = {
  form: CampaignForm
  /** The field for choosing its image. */
  image: ReactNode
  isNew?: boolean
  /** Further fields. */
  children?: ReactNode
}

/** Name, image, tags and period of a campaign. */
export function CampaignBasics({ form, image, isNew = false, children }: Props) {
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
      {children}
    </FormSection>
  )
}
