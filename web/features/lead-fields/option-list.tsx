import { ActionIcon, Button, Select, Stack, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_OPTIONS_MAX } from '#contract/lead-fields/own-fields.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { nameOf } from '../../shared/own-fields/own-fields.ts'
import { useRowDrag } from '../../ui/table/use-row-drag.ts'
import classes from './field-editor.module.css'
import { type FieldFormState, newOption, type OptionValues } from './field-values.ts'

type Props = {
  form: FieldFormState
  /** Saved options that are no longer in the list. */
  removed: readonly OptionValues[]
  /** Leads may have them. */
  hasValues: boolean
}

/** Options of a choice in their order, with names in both languages; reordered by drag or with the arrow keys. */
export function OptionList({ form, removed, hasValues }: Props) {
  const { t } = useTranslation('lead-fields')
  const { options } = form.values
  const [said, say] = useState('')
  const labelOf = (option: OptionValues, at: number) => nameOf(option).trim() || t('options.number', { number: at + 1 })
  const move = (from: number, to: number) => {
    const option = options[from]
    if (!option || to < 0 || to >= options.length) return
    form.reorderListItem('options', { from, to })
    say(t('moved', { name: labelOf(option, from), position: to + 1, total: options.length }))
  }
  const drag = useRowDrag(options.length, move)
  const onKey = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    move(at, at + step)
  }
  return (
    <fieldset className={classes.options}>
      <legend className={classes.legend}>{t('options.title')}</legend>
      <ol className={classes.list} ref={drag.listRef}>
        {options.map((option, at) => {
          const name = labelOf(option, at)
          const names = [
            <TextInput
              key="he"
              aria-label={t('options.nameHe', { number: at + 1 })}
              placeholder={t('options.inHebrew')}
              dir="rtl"
              lang="he"
              {...form.getInputProps(`options.${at}.nameHe`)}
            />,
            <TextInput
              key="en"
              aria-label={t('options.nameEn', { number: at + 1 })}
              placeholder={t('options.inEnglish')}
              dir="ltr"
              lang="en"
              {...form.getInputProps(`options.${at}.nameEn`)}
            />,
          ]
          return (
            <li
              key={option.id}
              className={classes.option}
              data-dragged={drag.from === at || undefined}
              data-drop={drag.placeOf(at)}
            >
              <UnstyledButton
                className={classes.handle}
                aria-label={t('move', { name })}
                onPointerDown={(event) => drag.start(event, at)}
                onKeyDown={(event) => onKey(event, at)}
              >
                <IconGripVertical size={16} stroke={1.75} aria-hidden />
              </UnstyledButton>
              {currentLanguage() === 'he' ? names : names.toReversed()}
              <ActionIcon aria-label={t('options.remove', { name })} onClick={() => form.removeListItem('options', at)}>
                <IconTrash size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          )
        })}
      </ol>
      {form.errors.options && (
        <p role="alert" className={classes.error}>
          {form.errors.options}
        </p>
      )}
      <Button
        variant="subtle"
        size="xs"
        className={classes.add ?? ''}
        leftSection={<IconPlus stroke={2} aria-hidden />}
        disabled={options.length >= FIELD_OPTIONS_MAX}
        onClick={() => form.insertListItem('options', newOption())}
      >
        {t('options.add')}
      </Button>
      {hasValues && <Replacements form={form} removed={removed} />}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  )
}

const NONE = ''

/** The replacement for each removed option that leads have. */
function Replacements({ form, removed }: Pick<Props, 'form' | 'removed'>) {
  const { t } = useTranslation('lead-fields')
  const left = form.values.options.flatMap((option) => (option.key ? [{ ...option, key: option.key }] : []))
  if (removed.length === 0) return null
  return (
    <Stack gap="xs" className={classes.replacements ?? ''}>
      {removed.map((option) => (
        <Select
          key={option.id}
          label={t('options.replaceBy', { name: nameOf(option) })}
          data={[
            { value: NONE, label: t('options.none') },
            ...left.map((one) => ({ value: one.key, label: nameOf(one) })),
          ]}
          allowDeselect={false}
          value={form.values.replacements[option.key ?? ''] ?? NONE}
          error={form.errors[`replacements.${option.key}`]}
          onChange={(key) =>
            form.setFieldValue('replacements', { ...form.values.replacements, [option.key ?? '']: key || null })
          }
        />
      ))}
    </Stack>
  )
}
