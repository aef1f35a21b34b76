import { MultiSelect, Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldValue, type OwnField, YES_NO_KEYS } from '#contract/lead-fields/own-fields.ts'
import { choicesOf, nameOf } from '../../../shared/own-fields/own-fields.ts'
import { problemOf, sentValue, typedOf, valueOfTyped } from '../../../shared/own-fields/own-problems.ts'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import { InlineField } from './inline-field.tsx'
import classes from './own-value.module.css'

type Props = {
  field: OwnField
  value: FieldValue | undefined
  /** null clears the field. */
  onSave: (value: FieldValue | null) => void
  onClose: () => void
}

/**
 * Edits the value of an own field in place, with the input of its type. A choice or day is saved when it is chosen, a
 * text on Enter or blur; Escape cancels.
 */
export function OwnValueEditor({ field, value, onSave, onClose }: Props) {
  const { t } = useTranslation('leads')
  const label = t('editWhat', { what: nameOf(field) })
  const save = (next: FieldValue | null) => {
    onClose()
    if (JSON.stringify(next) !== JSON.stringify(value ?? null)) onSave(next)
  }
  const props = { field, value, label, save, onClose }
  if (field.type === 'choices') return <ChoicesEditor {...props} />
  if (field.type === 'long_text') return <LongTextEditor {...props} />
  if (field.type === 'date')
    return (
      <DayInput
        className={classes.editor}
        aria-label={label}
        autoFocus
        value={typeof value === 'string' ? value : null}
        clearable={!field.isRequired}
        onChange={save}
      />
    )
  if (field.type === 'choice' || field.type === 'yes_no') return <ChoiceEditor {...props} />
  return (
    <InlineField
      isOpen
      onClose={onClose}
      label={label}
      value={typedOf(field, value)}
      dir={field.type === 'text' ? 'auto' : 'ltr'}
      {...((field.type === 'number' || field.type === 'money') && { inputMode: 'decimal' as const })}
      check={(typed) => problemOf(field, valueOfTyped(field, typed), field.isRequired)}
      onSave={(typed) => onSave(sentValue(field, valueOfTyped(field, typed)) ?? null)}
    >
      {null}
    </InlineField>
  )
}

type EditorProps = Omit<Props, 'onSave'> & { label: string; save: (value: FieldValue | null) => void }

function ChoiceEditor({ field, value, label, save, onClose }: EditorProps) {
  const { t } = useTranslation()
  const isYesNo = field.type === 'yes_no'
  const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : typeof value === 'string' ? value : null
  const data = isYesNo
    ? YES_NO_KEYS.map((key) => ({ value: key as string, label: t(key) }))
    : choicesOf(field.options, chosen ? [chosen] : [])
  return (
    <Select
      className={classes.editor}
      aria-label={label}
      autoFocus
      defaultDropdownOpened
      data={data}
      value={chosen}
      clearable={!field.isRequired}
      allowDeselect={!field.isRequired}
      searchable={field.options.length > 8}
      onChange={(key) => save(isYesNo && key !== null ? key === 'yes' : key)}
      onDropdownClose={onClose}
    />
  )
}

function ChoicesEditor({ field, value, label, save, onClose }: EditorProps) {
  const [keys, setKeys] = useState(Array.isArray(value) ? value : [])
  const isKept = keys.length > 0 || !field.isRequired
  return (
    <MultiSelect
      className={classes.editor}
      aria-label={label}
      autoFocus
      defaultDropdownOpened
      data={choicesOf(field.options, keys)}
      value={keys}
      hidePickedOptions
      searchable={field.options.length > 8}
      error={!isKept}
      onChange={setKeys}
      onBlur={() => (isKept ? save(sentValue(field, keys) ?? null) : onClose())}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    />
  )
}

function LongTextEditor({ field, value, label, save, onClose }: EditorProps) {
  const [typed, setTyped] = useState(typedOf(field, value))
  const error = problemOf(field, typed, field.isRequired)
  return (
    <Textarea
      className={classes.editor}
      aria-label={label}
      autoFocus
      autosize
      minRows={2}
      maxRows={10}
      dir="auto"
      value={typed}
      error={error}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => (error ? onClose() : save(sentValue(field, typed) ?? null))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        }
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.blur()
      }}
    />
  )
}
