import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LeadDetails } from '#contract/leads/leads.ts'
import { genders } from '#contract/leads/messages/gender.ts'
import type { SaveLead } from '../lead/use-lead-changes.ts'

type Props = { lead: LeadDetails; canEdit: boolean; save: SaveLead }

/** How texts to the lead address it. */
export function LeadGender({ lead, canEdit, save }: Props) {
  const { t } = useTranslation('lead-gender')
  const { t: leads } = useTranslation('leads')
  if (!canEdit) return <GenderName value={lead.gender} />
  return (
    <NativeSelect
      aria-label={leads('columns.gender')}
      size="xs"
      value={lead.gender}
      data={genders.map((value) => ({ value, label: t(`genders.${value}`) }))}
      onChange={({ currentTarget }) => {
        const gender = genders.find((one) => one === currentTarget.value)
        if (gender) save({ gender })
      }}
    />
  )
}

export function GenderName({ value }: { value: string }) {
  const { t } = useTranslation('lead-gender')
  return t(`genders.${value}`)
}
