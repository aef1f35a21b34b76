import { Menu, Popover, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { formatAmount, isAmount, parseAmount } from '../../../ui/display/amount.ts'
import { Money } from '../../../ui/display/money.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { AssigneeItems } from '../fields/assignee-items.tsx'
import { InlineField } from '../fields/inline-field.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import { TagsField } from '../fields/tags-field.tsx'
import type { LeadActions } from '../list/use-lead-actions.ts'
import { StatusMenu } from '../status/status-menu.tsx'
import classes from './leads-table.module.css'

type Props = { lead: Lead; actions: LeadActions }

export const StatusEditor = ({ lead, actions }: Props) => (
  <StatusMenu lead={lead} statuses={actions.statuses} onChange={actions.statusChange(lead)} defaultOpened />
)

export function AssigneeEditor({ lead, actions }: Props) {
  const { t } = useTranslation('leads')
  const { assignedTo } = lead
  const name = assignedTo?.name ?? t('unassigned')
  return (
    <Menu position="bottom-start" defaultOpened>
      <Menu.Target>
        <UnstyledButton className={classes.editable} aria-label={t('changeAssignee', { name })} title={name}>
          <span className={classes.assignee}>
            {assignedTo ? <PersonAvatar {...assignedTo} id={assignedTo._id} /> : <span className={classes.ring} />}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <AssigneeItems
          businessId={actions.businessId}
          campaignId={lead.campaignId}
          current={assignedTo}
          onPick={(person) => actions.assigneeChange(lead)?.(person)}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

export function TagsEditor({ lead, actions }: Props) {
  const { t } = useTranslation('leads')
  return (
    <Popover position="bottom-start" defaultOpened trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.editable}
          aria-label={t('changeTags', { tags: lead.tags.join(', ') || '—' })}
        >
          <LeadTags tags={lead.tags} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.tagsPanel} aria-label={t('columns.tags')}>
        <TagsField
          businessId={actions.businessId}
          tags={lead.tags}
          onChange={(tags) => actions.tagsChange(lead)?.(tags)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

export function ValueEditor({ lead, actions, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('leads')
  return (
    <InlineField
      isOpen
      onClose={onClose}
      label={t('editWhat', { what: t('columns.value') })}
      value={formatAmount(lead.value)}
      dir="ltr"
      inputMode="decimal"
      check={(text) => (isAmount(text) ? undefined : t('invalidAmount'))}
      onSave={(text) => actions.valueChange(lead)?.(parseAmount(text))}
    >
      <Money agorot={lead.value} />
    </InlineField>
  )
}
