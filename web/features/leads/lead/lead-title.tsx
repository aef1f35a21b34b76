import { useTranslation } from 'react-i18next'
import { NAME_MAX, NAME_MIN } from '#contract/common.ts'
import { isErased } from '#contract/leads/leads.ts'
import { issueText } from '../../../lib/http/form-errors.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { InlineField } from '../fields/inline-field.tsx'
import type { LeadPageProps } from './lead-page-props.ts'

const checkName = (name: string) => {
  if (name.length < NAME_MIN) return issueText({ path: [], message: 'too_short', minimum: NAME_MIN })
  return name.length > NAME_MAX ? issueText({ path: [], message: 'too_long', maximum: NAME_MAX }) : undefined
}

/** The lead's name, editable in place. */
export function LeadTitle({ lead, canEdit, save }: Pick<LeadPageProps, 'lead' | 'canEdit' | 'save'>) {
  const { t } = useTranslation('leads')
  const name = lead.name ? <UserText>{lead.name}</UserText> : t(isErased(lead) ? 'erased' : 'noName')
  if (!canEdit) return name
  return (
    <InlineField label={t('editName')} value={lead.name} check={checkName} onSave={(to) => save({ name: to })}>
      {name}
    </InlineField>
  )
}
