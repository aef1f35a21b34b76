import { Group, NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Unit, unitMinutes, unitOf } from '../sentences/sentences.ts'

const units = Object.keys(unitMinutes) as Unit[]

type Props = { label: string; minutes: number; max: number; onChange: (minutes: number) => void }

/** A number of minutes, hours or days. Only lengths that are possible are taken. */
export function DurationField({ label, minutes, max, onChange }: Props) {
  const { t } = useTranslation('automations')
  const [unit, setUnit] = useState(() => unitOf(minutes))
  const [typed, setTyped] = useState<number | string>(minutes / unitMinutes[unit])
  const most = Math.floor(max / unitMinutes[unit])
  const isPossible = (value: number | string, limit: number): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limit
  const put = (value: number | string, of: Unit) => {
    setTyped(value)
    setUnit(of)
    if (isPossible(value, Math.floor(max / unitMinutes[of]))) onChange(value * unitMinutes[of])
  }
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NumberInput
        data-autofocus
        label={label}
        value={typed}
        min={1}
        max={most}
        clampBehavior="blur"
        allowDecimal={false}
        allowNegative={false}
        error={isPossible(typed, most) ? undefined : t('between', { min: 1, max: most })}
        onChange={(value) => put(value, unit)}
      />
      <Select
        label={t('unit')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={units.map((value) => ({ value, label: t(`units.${value}`) }))}
        value={unit}
        onChange={(value) => value && put(typed, value as Unit)}
      />
    </Group>
  )
}
