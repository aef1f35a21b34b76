import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import classes from './form-editor.module.css'
import type { FormValues } from './form-values.ts'

type Props = {
  form: UseFormReturnType<FormValues>
  /** Path in the form's values: `texts.title`, `fields.0.label`. */
  path: string
  label: string
  description?: string
  required?: boolean
  /** Multi-line. */
  isLong?: boolean
}

/** One text in each language of the form, side by side. */
export function BothLanguages({ form, path, label, description, required, isLong }: Props) {
  const { t } = useTranslation('forms')
  const spoken = form.values.languages
  const Input = isLong ? Textarea : TextInput
  return (
    <div className={classes.pair}>
      {spoken.map((language: Language) => (
        <Input
          key={language}
          {...form.getInputProps(`${path}.${language}`)}
          {...(isLong && { autosize: true, minRows: 2, maxRows: 8 })}
          lang={language}
          dir="auto"
          label={spoken.length > 1 ? t('inLanguage', { label, language: t(`languages.${language}`) }) : label}
          description={description}
          required={required ?? false}
          autoComplete="off"
        />
      ))}
    </div>
  )
}
