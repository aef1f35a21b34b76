import { TagsInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FORM_ORIGINS_MAX } from '#contract/forms.ts'
import classes from './form-editor.module.css'
import type { FormValues } from './form-values.ts'

/** The sites that may embed the form. */
export function FormSites({ form }: { form: UseFormReturnType<FormValues> }) {
  const { t } = useTranslation('forms')
  return (
    <TagsInput
      {...form.getInputProps('allowedOrigins')}
      label={t('editor.origins')}
      description={t('editor.originsText')}
      placeholder={form.values.allowedOrigins.length === 0 ? 'https://example.com' : ''}
      maxTags={FORM_ORIGINS_MAX}
      splitChars={[',', ' ']}
      acceptValueOnBlur
      classNames={{ pill: classes.ltr ?? '' }}
    />
  )
}
