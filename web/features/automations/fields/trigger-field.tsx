import { MultiSelect, NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callStatuses } from '#contract/calls/call-statuses.ts'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import {
  DATE_DAYS_MAX,
  guestAnswers,
  INACTIVE_HOURS_MAX,
  type Trigger,
  watchedFields,
} from '#contract/leads/automations/automation-shapes.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { nameOf, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { statusesQuery } from '../automations.api.ts'
import type { Names, TokenField } from '../sentences/sentences.ts'
import { AnyOf, BoundNumber } from './simple-fields.tsx'

type Props = { trigger: Trigger; field: TokenField; names: Names; onChange: (trigger: Trigger) => void }

/** What a token of a trigger lets choose. */
export function TriggerField({ trigger, field, names, onChange }: Props) {
  const { t } = useTranslation(['automations', 'calls'])
  if (trigger.kind === 'status_changed')
    return <StatusesField chosen={trigger.to} onChange={(to) => onChange({ ...trigger, to })} />
  if (trigger.kind === 'call_ended')
    return (
      <AnyOf
        label={t('fields.results')}
        any={t('any.result')}
        options={callStatuses.map((value) => ({ value, label: t(`statuses.${value}`, { ns: 'calls' }) }))}
        chosen={trigger.as}
        onChange={(as) => onChange({ ...trigger, as })}
      />
    )
  if (trigger.kind === 'meeting_answered')
    return (
      <AnyOf
        label={t('fields.answers')}
        any={t('any.answer')}
        options={guestAnswers.map((value) => ({ value, label: t(`answers.${value}`) }))}
        chosen={trigger.as}
        onChange={(as) => onChange({ ...trigger, as })}
      />
    )
  if (trigger.kind === 'inactive')
    return (
      <BoundNumber
        label={t('fields.hours')}
        description={t('hoursText')}
        value={trigger.hours}
        min={1}
        max={INACTIVE_HOURS_MAX}
        onChange={(hours) => onChange({ ...trigger, hours })}
      />
    )
  if (trigger.kind === 'field_changed') return <WatchedField trigger={trigger} names={names} onChange={onChange} />
  if (trigger.kind === 'date_reached') return <DateField {...{ trigger, field, onChange }} />
  return null
}

function StatusesField({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const { t, i18n } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { data: statuses = [] } = useQuery(statusesQuery(businessId))
  return (
    <MultiSelect
      data-autofocus
      searchable
      label={t('fields.statuses')}
      description={t('any.status')}
      comboboxProps={{ withinPortal: false }}
      data={statuses.map(({ _id, nameHe, nameEn }) => ({
        value: _id,
        label: i18n.language === 'he' ? nameHe : nameEn,
      }))}
      value={[...chosen]}
      onChange={onChange}
    />
  )
}

type Of<K extends Trigger['kind']> = Extract<Trigger, { kind: K }>
type WatchedProps = { trigger: Of<'field_changed'>; names: Names; onChange: Props['onChange'] }
function WatchedField({ trigger, names, onChange }: WatchedProps) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { fields } = useOwnFields(businessId)
  const all = [...watchedFields, ...fields.map(({ key }) => ownFieldName(key))]
  return (
    <Select
      data-autofocus
      searchable
      allowDeselect={false}
      label={t('fields.field')}
      comboboxProps={{ withinPortal: false }}
      data={all.map((value) => ({ value, label: names.fieldOf(value) ?? value }))}
      value={trigger.field}
      onChange={(value) => {
        const chosen = all.find((one) => one === value)
        if (chosen) onChange({ ...trigger, field: chosen })
      }}
    />
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))
type DateProps = { trigger: Of<'date_reached'>; field: TokenField; onChange: Props['onChange'] }
function DateField({ trigger, field, onChange }: DateProps) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { fields } = useOwnFields(businessId)
  const dates = fields.filter(({ type }) => type === 'date')
  if (field === 'hour')
    return (
      <Select
        data-autofocus
        allowDeselect={false}
        label={t('fields.hour')}
        comboboxProps={{ withinPortal: false }}
        data={HOURS}
        value={String(trigger.hour)}
        onChange={(value) => value && onChange({ ...trigger, hour: Number(value) })}
      />
    )
  if (field === 'days')
    return (
      <NumberInput
        data-autofocus
        label={t('fields.days')}
        description={t('daysText')}
        value={trigger.days}
        min={-DATE_DAYS_MAX}
        max={DATE_DAYS_MAX}
        clampBehavior="strict"
        allowDecimal={false}
        onChange={(days) => typeof days === 'number' && onChange({ ...trigger, days })}
      />
    )
  return (
    <Select
      data-autofocus
      allowDeselect={false}
      label={t('fields.field')}
      placeholder={t('choose.field')}
      nothingFoundMessage={t('noDateFields')}
      description={dates.length === 0 ? t('noDateFields') : undefined}
      comboboxProps={{ withinPortal: false }}
      data={dates.map((one) => ({ value: ownFieldName(one.key), label: nameOf(one) }))}
      value={trigger.field === 'fields.' ? null : trigger.field}
      onChange={(value) => {
        const chosen = dates.find(({ key }) => ownFieldName(key) === value)
        if (chosen) onChange({ ...trigger, field: ownFieldName(chosen.key) })
      }}
    />
  )
}
