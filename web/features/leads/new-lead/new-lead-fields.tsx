import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { nameOf } from '../../../shared/own-fields/own-fields.ts'
import { OwnInput } from '../../../shared/own-fields/own-input.tsx'
import { isAskedAt, type NewLeadValues, valueIn } from './new-lead-rules.ts'

type Props = {
  form: UseFormReturnType<NewLeadValues>
  /** Those of the chosen campaign. */
  fields: readonly OwnField[]
  /** The status that the lead will get. */
  statusId: string | undefined
}

/** More optional fields than these are shown on request. */
const SHOWN_MAX = 4

/** The own fields of the campaign: required ones first, then the others. */
export function NewLeadFields({ form, fields, statusId }: Props) {
  const { t } = useTranslation('leads')
  const [isWhole, showAll] = useState(false)
  const required = fields.filter((field) => isAskedAt(field, statusId))
  const optional = fields.filter((field) => !required.includes(field))
  const isShort = isWhole || optional.length <= SHOWN_MAX
  const hasInput = ({ key }: OwnField) => isShort || form.errors[`fields.${key}`] !== undefined
  const hidden = optional.filter((field) => !hasInput(field)).length
  return (
    <>
      {[...required, ...optional.filter(hasInput)].map((field) => (
        <OwnInput
          key={field._id}
          field={field}
          label={nameOf(field)}
          description={field.helpText || undefined}
          withAsterisk={required.includes(field)}
          value={valueIn(form.values, field)}
          error={form.errors[`fields.${field.key}`]}
          onChange={(value) => {
            form.setFieldValue('fields', { ...form.getValues().fields, [field.key]: value })
            form.clearFieldError(`fields.${field.key}`)
          }}
        />
      ))}
      {hidden > 0 && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => showAll(true)}
        >
          {t('ownFields.more', { count: hidden })}
        </Button>
      )}
    </>
  )
}
