import { ActionIcon, Switch, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import type { FormField } from '#contract/forms.ts'
import { BothLanguages } from './both-languages.tsx'
import { kindIcons } from './field-kinds.ts'
import classes from './form-editor.module.css'
import type { FormValues } from './form-values.ts'

type Props = { form: UseFormReturnType<FormValues>; field: FormField; index: number }

/** One field of the form: label, whether it is required, position. */
export function FieldCard({ form, field, index }: Props) {
  const { t } = useTranslation('forms')
  const KindIcon = kindIcons[field.kind]
  const last = form.values.fields.length - 1
  const kind = t(`kinds.${field.kind}`)
  const name = field.label.he || field.label.en || kind
  const move = (to: number) => form.reorderListItem('fields', { from: index, to })
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <span className={classes.kind}>
          <KindIcon size={16} stroke={1.75} aria-hidden />
          {kind}
        </span>
        <Switch
          {...form.getInputProps(`fields.${index}.required`, { type: 'checkbox' })}
          size="xs"
          label={t('fields.required')}
          labelPosition="left"
        />
        <span className={classes.cardActions}>
          <ActionIcon aria-label={t('fields.up', { name })} disabled={index === 0} onClick={() => move(index - 1)}>
            <IconArrowUp size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('fields.down', { name })} disabled={index === last} onClick={() => move(index + 1)}>
            <IconArrowDown size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t('fields.remove', { name })}
            disabled={last === 0}
            onClick={() => form.removeListItem('fields', index)}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <BothLanguages form={form} path={`fields.${index}.label`} label={t('fields.label')} required />
      {field.kind === 'select' && <Options form={form} field={field} index={index} />}
    </li>
  )
}

/** Options, one per line; the same line number in both languages is the same option. */
function Options({ form, field, index }: Props) {
  const { t } = useTranslation('forms')
  const [typed, setTyped] = useState<Partial<Record<Language, string>>>({})
  const spoken = form.values.languages
  const textIn = (language: Language) => typed[language] ?? field.options.map((option) => option[language]).join('\n')
  const change = (language: Language, text: string) => {
    const all = { he: textIn('he'), en: textIn('en'), [language]: text }
    setTyped({ ...typed, [language]: text })
    const lines = { he: linesOf(all.he), en: linesOf(all.en) }
    const count = Math.max(...spoken.map((one) => lines[one].length), 0)
    form.setFieldValue(
      `fields.${index}.options`,
      Array.from({ length: count }, (_, i) => ({ he: lines.he[i] ?? '', en: lines.en[i] ?? '' })),
    )
  }
  return (
    <div className={classes.pair}>
      {spoken.map((language) => (
        <Textarea
          key={language}
          label={
            spoken.length > 1
              ? t('inLanguage', { label: t('fields.options'), language: t(`languages.${language}`) })
              : t('fields.options')
          }
          description={t('fields.optionsText')}
          error={form.errors[`fields.${index}.options`]}
          value={textIn(language)}
          lang={language}
          dir="auto"
          autosize
          minRows={3}
          maxRows={10}
          required
          onChange={({ currentTarget }) => change(language, currentTarget.value)}
        />
      ))}
    </div>
  )
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
