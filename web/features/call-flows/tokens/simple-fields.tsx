import { NumberInput, Radio, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FlowStepOf,
  MENU_REPEATS_MAX,
  MENU_SECONDS_MAX,
  MENU_SECONDS_MIN,
  type OpenCondition,
  type Ring,
  ringOrders,
  WAIT_SECONDS_MAX,
  WAIT_SECONDS_MIN,
} from '#contract/calls/flows/flow-shapes.ts'
import { RING_SECONDS_MAX, RING_SECONDS_MIN } from '#contract/calls/routing.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { looksLikePhone, phoneRule } from '../../../ui/forms/phone-rule.ts'
import { flowsQuery } from '../call-flows.api.ts'
import classes from './tokens.module.css'

const SECONDS_OF = {
  menu: [MENU_SECONDS_MIN, MENU_SECONDS_MAX],
  wait: [WAIT_SECONDS_MIN, WAIT_SECONDS_MAX],
  ring: [RING_SECONDS_MIN, RING_SECONDS_MAX],
} as const

type SecondsProps = {
  of: keyof typeof SECONDS_OF
  label: string
  seconds: number
  onChange: (seconds: number) => void
}

/** Only lengths that are possible are taken. */
export function SecondsField({ of, label, seconds, onChange }: SecondsProps) {
  const { t } = useTranslation('call-flows')
  const [typed, setTyped] = useState<number | string>(seconds)
  const [min, max] = SECONDS_OF[of]
  const isPossible = (value: number | string): value is number =>
    typeof value === 'number' && value >= min && value <= max
  return (
    <NumberInput
      data-autofocus
      label={label}
      description={t('between', { min, max })}
      value={typed}
      min={min}
      max={max}
      clampBehavior="blur"
      allowDecimal={false}
      allowNegative={false}
      error={isPossible(typed) ? undefined : t('between', { min, max })}
      onChange={(value) => {
        setTyped(value)
        if (isPossible(value)) onChange(value)
      }}
    />
  )
}

type ConditionKind = OpenCondition['by']
export const conditionKinds: readonly ConditionKind[] = ['campaign', 'business', 'own', 'shifts']

type RadiosProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string; description?: string }[]
  onChange: (value: T) => void
}

/** One of a few, each with its explanation. */
export function Radios<T extends string>({ label, value, options, onChange }: RadiosProps<T>) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(chosen) => {
        const option = options.find((one) => one.value === chosen)
        if (option) onChange(option.value)
      }}
    >
      <Stack gap="xs" mt="xs">
        {options.map((one) => (
          <Radio
            key={one.value}
            value={one.value}
            label={one.label}
            description={one.description}
            {...(one.value === value && { 'data-autofocus': true })}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

type RingProps = { ring: Ring; onChange: (changes: Partial<Ring>) => void }

export function OrderField({ ring, onChange }: RingProps) {
  const { t } = useTranslation('call-flows')
  return (
    <Radios
      label={t('fields.order')}
      value={ring.order}
      options={ringOrders.map((order) => ({
        value: order,
        label: t(`orders.${order}`),
        description: t(`orderTexts.${order}`),
      }))}
      onChange={(order) => onChange({ order })}
    />
  )
}

export function RingOptions({ ring, onChange }: RingProps) {
  const { t } = useTranslation('call-flows')
  return (
    <Stack>
      <Switch
        data-autofocus
        label={t('optionsFields.knownFirst')}
        description={t('optionsFields.knownFirstText')}
        checked={ring.knownFirst}
        onChange={({ currentTarget }) => onChange({ knownFirst: currentTarget.checked })}
      />
      <Switch
        label={t('optionsFields.onShiftOnly')}
        description={t('optionsFields.onShiftOnlyText')}
        checked={ring.onShiftOnly}
        onChange={({ currentTarget }) => onChange({ onShiftOnly: currentTarget.checked })}
      />
    </Stack>
  )
}

type WaitProps = { step: FlowStepOf<'wait'>; onChange: (step: FlowStepOf<'wait'>) => void }

export function AnnouncesField({ step, onChange }: WaitProps) {
  const { t } = useTranslation('call-flows')
  return (
    <Stack>
      <Switch
        data-autofocus
        label={t('announcesFields.place')}
        checked={step.tellsPlace}
        onChange={({ currentTarget }) => onChange({ ...step, tellsPlace: currentTarget.checked })}
      />
      <Switch
        label={t('announcesFields.callback')}
        description={t('announcesFields.callbackText')}
        checked={step.offersCallback}
        onChange={({ currentTarget }) => onChange({ ...step, offersCallback: currentTarget.checked })}
      />
    </Stack>
  )
}

export function RepeatsField({ repeats, onChange }: { repeats: number; onChange: (repeats: number) => void }) {
  const { t } = useTranslation('call-flows')
  return (
    <div className={classes.fields}>
      <SegmentedControl
        aria-label={t('fields.repeats')}
        value={String(repeats)}
        onChange={(value) => onChange(Number(value))}
        data={Array.from({ length: MENU_REPEATS_MAX + 1 }, (_, at) => ({
          value: String(at),
          label: t(`repeats.${at}`),
        }))}
      />
      <p className={classes.note}>{t('repeatsText')}</p>
    </div>
  )
}

type PhoneProps = { phone: string; onChange: (phone: string) => void }

/** Only a number that can be dialled is taken. */
export function PhoneField({ phone, onChange }: PhoneProps) {
  const { t } = useTranslation('call-flows')
  const [typed, setTyped] = useState(phone && formatPhone(phone))
  const isPossible = looksLikePhone(typed)
  return (
    <TextInput
      data-autofocus
      type="tel"
      dir="ltr"
      label={t('fields.phone')}
      placeholder="050-000-0000"
      autoComplete="off"
      value={typed}
      error={typed && !isPossible ? phoneRule('phone', typed).phone : undefined}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        if (looksLikePhone(value)) onChange(value.trim())
      }}
    />
  )
}

type FlowProps = { flowId: string; ownId: string; onChange: (flowId: string) => void }

/** Another flow; one that was never published cannot be led to. */
export function FlowField({ flowId, ownId, onChange }: FlowProps) {
  const { t } = useTranslation('call-flows')
  const { businessId } = useBusiness()
  const { data } = useQuery(flowsQuery(businessId))
  const others = (data?.flows ?? []).filter(({ _id }) => _id !== ownId)
  return (
    <Select
      data-autofocus
      searchable
      allowDeselect={false}
      label={t('fields.flow')}
      placeholder={t('chooseFlow')}
      nothingFoundMessage={t('noOtherFlow')}
      description={t('flowText')}
      comboboxProps={{ withinPortal: false }}
      data={others.map(({ _id, name, version }) => ({ value: _id, label: name, disabled: version === null }))}
      value={flowId || null}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}
