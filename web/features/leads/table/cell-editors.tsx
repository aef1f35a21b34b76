import { Menu, Popover, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import { Money } from '../../../ui/money.tsx'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import { asAgorot, asShekels, isAmount } from '../fields/amount.ts'
import { PeopleItems } from '../fields/assignee-items.tsx'
import { InlineField } from '../fields/inline-field.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import { TagsField } from '../fields/tags-field.tsx'
import type { LeadTools } from '../list/lead-tools.ts'
import { StatusMenu } from '../status/status-menu.tsx'
import classes from './leads-table.module.css'

type Props = { lead: Lead; tools: LeadTools }

/** The status as a menu that stands open. */
export const StatusEditor = ({ lead, tools }: Props) => (
  <StatusMenu lead={lead} statuses={tools.statuses} onChange={tools.statusChange(lead)} defaultOpened />
)

export function AssigneeEditor({ lead, tools }: Props) {
  const { t } = useTranslation('leads')
  const { assignedTo } = lead
  const name = assignedTo?.name ?? t('nobody')
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
        <PeopleItems
          businessId={tools.businessId}
          campaignId={lead.campaignId}
          current={assignedTo}
          onPick={(person) => tools.assigneeChange(lead)?.(person)}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

export function TagsEditor({ lead, tools }: Props) {
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
        <TagsField businessId={tools.businessId} tags={lead.tags} onChange={(tags) => tools.tagsChange(lead)?.(tags)} />
      </Popover.Dropdown>
    </Popover>
  )
}

export function ValueEditor({ lead, tools, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('leads')
  return (
    <InlineField
      isOpen
      onClose={onClose}
      label={t('editWhat', { what: t('columns.value') })}
      value={asShekels(lead.value)}
      dir="ltr"
      inputMode="decimal"
      check={(text) => (isAmount(text) ? undefined : t('invalidAmount'))}
      onSave={(text) => tools.valueChange(lead)?.(asAgorot(text))}
    >
      <Money agorot={lead.value} />
    </InlineField>
  )
}
