import { Autocomplete, SegmentedControl, Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/constants.ts'
import { knownSources } from '#contract/leads/attribution.ts'
import { useSourceName } from '../../shared/source-mark.tsx'
import classes from './form-editor.module.css'
import type { FormValues } from './form-values.ts'

type Props = { form: UseFormReturnType<FormValues> }

/** The language of the form, and a switch that adds the other one. */
export function FormLanguages({ form }: Props) {
  const { t } = useTranslation('forms')
  const [first = 'he', second] = form.values.languages
  const other = languages.find((language) => language !== first) ?? first
  const set = (chosen: Language[]) => form.setFieldValue('languages', chosen)
  return (
    <div className={classes.languages}>
      <div>
        <p className={classes.label}>{t('editor.language')}</p>
        <SegmentedControl
          aria-label={t('editor.language')}
          data={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
          value={first}
          onChange={(chosen) => set(second ? [chosen, first] : [chosen])}
        />
      </div>
      <Switch
        label={t(`editor.alsoIn.${other}`)}
        description={t('editor.alsoInText')}
        checked={second !== undefined}
        onChange={({ currentTarget }) => set(currentTarget.checked ? [first, other] : [first])}
      />
    </div>
  )
}

/** The source of the form's leads: a known one by its name, or any text. */
export function FormSource({ form }: Props) {
  const { t } = useTranslation('forms')
  const nameOf = useSourceName()
  const names = knownSources.map((key) => ({ key, name: nameOf(key) }))
  return (
    <Autocomplete
      {...form.getInputProps('source')}
      value={nameOf(form.values.source)}
      onChange={(text) => form.setFieldValue('source', names.find(({ name }) => name === text)?.key ?? text)}
      data={names.map(({ name }) => name)}
      dir="auto"
      label={t('editor.source')}
      description={t('editor.sourceText')}
      required
      autoComplete="off"
    />
  )
}
