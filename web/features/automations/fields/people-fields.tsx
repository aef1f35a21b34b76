import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Step } from '#contract/leads/automations/automation-shapes.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { useBusiness } from '../../../lib/session/session.ts'

const NONE = 'none'

type PersonProps = {
  userId: string | null
  /** What null means; absent: a person must be chosen. */
  none?: string
  onChange: (userId: string | null) => void
}

/** A person of the business. */
export function PersonField({ userId, none, onChange }: PersonProps) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const people = useQuery(peopleQuery(businessId)).data?.people ?? []
  const options = people.map(({ _id, name }) => ({ value: _id, label: name }))
  return (
    <Select
      data-autofocus
      searchable
      allowDeselect={false}
      label={t('fields.user')}
      placeholder={t('choose.person')}
      comboboxProps={{ withinPortal: false }}
      data={none === undefined ? options : [{ value: NONE, label: none }, ...options]}
      value={userId === null ? NONE : userId || null}
      onChange={(value) => value && onChange(value === NONE ? null : value)}
    />
  )
}

type Notify = Extract<Step, { kind: 'notify' }>
const receivers = ['assigned', 'owners', 'person'] as const

/** Who is notified; a person is chosen in addition. */
export function ReceiverField({ step, onChange }: { step: Notify; onChange: (step: Notify) => void }) {
  const { t } = useTranslation('automations')
  return (
    <Stack gap="xs">
      <Select
        data-autofocus
        allowDeselect={false}
        label={t('fields.whom')}
        comboboxProps={{ withinPortal: false }}
        data={receivers.map((value) => ({ value, label: t(`receivers.${value}`) }))}
        value={step.to}
        onChange={(value) => {
          const to = receivers.find((one) => one === value)
          if (to) onChange({ ...step, to, userId: to === 'person' ? '' : null })
        }}
      />
      {step.to === 'person' && (
        <PersonField userId={step.userId} onChange={(userId) => onChange({ ...step, userId })} />
      )}
    </Stack>
  )
}
