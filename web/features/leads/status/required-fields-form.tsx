import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnField, SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import { nameOf } from '../../../shared/own-fields/own-fields.ts'
import { OwnInput } from '../../../shared/own-fields/own-input.tsx'
import { problemOf, sentValue } from '../../../shared/own-fields/own-problems.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'

type Props = {
  status: string
  fields: readonly OwnField[]
  onSave: (values: SentFieldValues) => void
  onCancel: () => void
}

/** Asks for the fields that the lead must have to get the status. */
export function RequiredFieldsForm({ status, fields, onSave, onCancel }: Props) {
  const { t } = useTranslation('leads')
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [isAsked, setAsked] = useState(false)
  const problems = fields.map((field) => problemOf(field, values[field.key], true))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (problems.some(Boolean)) return
        onSave(Object.fromEntries(fields.map((field) => [field.key, sentValue(field, values[field.key]) ?? null])))
      }}
    >
      <Stack>
        <p>{t('ownFields.required', { status })}</p>
        {fields.map((field, at) => (
          <OwnInput
            key={field._id}
            field={field}
            label={nameOf(field)}
            description={field.helpText || undefined}
            withAsterisk
            value={values[field.key]}
            error={isAsked ? problems[at] : undefined}
            onChange={(value) => setValues({ ...values, [field.key]: value })}
          />
        ))}
        <DialogFoot onCancel={onCancel}>
          <Button type="submit">{t('ownFields.save')}</Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
