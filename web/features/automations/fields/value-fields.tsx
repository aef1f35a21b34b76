import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AGOROT_MAX } from '#contract/common.ts'
import { FieldValue, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import type { Step } from '#contract/leads/automations/automation-shapes.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { nameOf, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { OwnInput } from '../../../shared/own-fields/own-input.tsx'
import type { TokenField } from '../sentences/sentences.ts'

const AGOROT = 100

/** An amount in shekels; empty removes the value. */
export function MoneyField({ value, onChange }: { value: number | null; onChange: (agorot: number | null) => void }) {
  const { t } = useTranslation('automations')
  const [typed, setTyped] = useState(value === null ? '' : String(value / AGOROT))
  const agorot = Math.round(Number(typed.replaceAll(',', '')) * AGOROT)
  const isPossible = Number.isFinite(agorot) && agorot >= 0 && agorot <= AGOROT_MAX
  return (
    <TextInput
      data-autofocus
      label={t('fields.value')}
      description={t('valueText')}
      leftSection="₪"
      styles={{ input: { direction: 'ltr' } }}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      error={isPossible ? undefined : t('invalid_value', { ns: 'errors' })}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        const next = Math.round(Number(text.replaceAll(',', '')) * AGOROT)
        if (text.trim() === '') onChange(null)
        else if (Number.isFinite(next) && next >= 0 && next <= AGOROT_MAX) onChange(next)
      }}
    />
  )
}

type Set = Extract<Step, { kind: 'set_field' }>
type Props = { step: Set; field: TokenField; onChange: (step: Set) => void }

/** An own field of leads, or its value by the field's type. */
export function OwnValueField({ step, field, onChange }: Props) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { fields } = useOwnFields(businessId)
  const own = fields.find(({ key }) => ownFieldName(key) === step.field)
  if (field === 'value' && own)
    return (
      <OwnInput
        label={nameOf(own)}
        description={t('valueText')}
        field={own}
        comboboxProps={{ withinPortal: false }}
        value={step.value}
        onChange={(value) => {
          const parsed = FieldValue.nullable().safeParse(value)
          if (parsed.success) onChange({ ...step, value: parsed.data })
        }}
      />
    )
  return (
    <Select
      data-autofocus
      searchable
      allowDeselect={false}
      label={t('fields.field')}
      placeholder={t('choose.field')}
      description={fields.length === 0 ? t('noFields') : undefined}
      comboboxProps={{ withinPortal: false }}
      data={fields.map((one) => ({ value: ownFieldName(one.key), label: nameOf(one) }))}
      value={own ? step.field : null}
      onChange={(value) => {
        const chosen = fields.find(({ key }) => ownFieldName(key) === value)
        if (chosen) onChange({ ...step, field: ownFieldName(chosen.key), value: null })
      }}
    />
  )
}
