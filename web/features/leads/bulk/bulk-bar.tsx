import { Menu, Popover, UnstyledButton } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconCircleDashed,
  IconTag,
  IconTrash,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react'
import { type ComponentPropsWithRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { OperationAction } from '#contract/leads/operations.ts'
import { formatNumber, formatTotal } from '../../../lib/i18n/format.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useCan } from '../../../lib/session/session.ts'
import { AssigneeItems } from '../fields/assignee-items.tsx'
import type { LeadListQuery } from '../leads.api.ts'
import { LostReasonOfMany } from '../status/lost-reason-prompt.tsx'
import { StatusItems } from '../status/status-menu.tsx'
import { selectableIn, useStatuses } from '../status/use-statuses.ts'
import classes from './bulk-bar.module.css'
import { BulkTags } from './bulk-tags.tsx'
import { useStartOperation } from './operations.api.ts'
import type { Selection, SelectionTarget } from './use-selection.ts'

type Props = {
  businessId: string
  campaignId: string | null
  query: LeadListQuery
  selection: Selection
  pagination: Pagination
  isTrash: boolean
}

/** The selected ids, or the filters of the list. */
function targetOf(target: SelectionTarget, { campaignId, filters, search }: LeadListQuery) {
  if ('ids' in target) return { leadIds: [...target.ids] }
  return {
    all: true as const,
    ...(campaignId && { campaignId: [campaignId] }),
    ...(filters && { filters: JSON.parse(filters) }),
    ...(search && { search }),
    ...(target.except.length > 0 && { except: [...target.except] }),
  }
}

/** Actions on the selected leads. Placed in the footer, so that it covers no row. */
export function BulkBar({ businessId, campaignId, query, selection, pagination, isTrash }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const canDelete = useCan('leads.delete', campaignId)
  const canAssign = useCan('leads.assign', campaignId)
  const statuses = selectableIn(useStatuses(businessId), campaignId)
  const lostReason = useModal('why-lost')
  const [lostStatusId, setLostStatusId] = useState<string>()
  const start = useStartOperation(businessId)
  const act = async (action: OperationAction, shown?: Partial<Lead>) => {
    if (await start({ action, ...targetOf(selection.target, query) }, shown)) selection.clear()
  }
  const setStatus = (statusId: string, reason?: string) =>
    void act({ kind: 'status', statusId, ...(reason && { lostReason: reason }) }, { statusId })
  const saveLost = (statusId: string, reason?: string) => {
    lostReason.close()
    setStatus(statusId, reason)
  }
  const { count, isAll } = selection
  const isMore = !isAll && pagination.total > count
  const shown = isAll && !pagination.totalIsExact ? formatTotal({ ...pagination, total: count }) : formatNumber(count)
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('bulk')}>
      <strong aria-live="polite">{t('selected', { count, total: shown })}</strong>
      {isMore && (
        <UnstyledButton className={classes.act} data-link onClick={selection.selectAll}>
          {t('selectAll', { total: formatTotal(pagination) })}
        </UnstyledButton>
      )}
      <span className={classes.line} aria-hidden />
      {!isTrash && (
        <>
          <Menu position="top">
            <Menu.Target>
              <BarButton Icon={IconCircleDashed} label={t('columns.status')} />
            </Menu.Target>
            <Menu.Dropdown>
              <StatusItems
                statuses={statuses}
                current={null}
                onPick={(statusId) => {
                  if (statuses.find(({ _id }) => _id === statusId)?.asks !== 'lost_reason') return setStatus(statusId)
                  setLostStatusId(statusId)
                  lostReason.open()
                }}
              />
            </Menu.Dropdown>
          </Menu>
          {canAssign && (
            <Menu position="top">
              <Menu.Target>
                <BarButton Icon={IconUserCheck} label={t('assign')} />
              </Menu.Target>
              <Menu.Dropdown>
                <AssigneeItems
                  businessId={businessId}
                  campaignId={campaignId}
                  onPick={(person) =>
                    void act({ kind: 'assign', assignedTo: person?._id ?? null }, { assignedTo: person })
                  }
                />
              </Menu.Dropdown>
            </Menu>
          )}
          <Popover position="top" trapFocus returnFocus>
            <Popover.Target>
              <BarButton Icon={IconTag} label={t('tag')} />
            </Popover.Target>
            <Popover.Dropdown className={classes.panel} aria-label={t('tag')}>
              <BulkTags businessId={businessId} onApply={(tags) => void act({ kind: 'tag', ...tags })} />
            </Popover.Dropdown>
          </Popover>
        </>
      )}
      {canDelete && isTrash && (
        <BarButton Icon={IconArrowBackUp} label={t('restore')} onClick={() => void act({ kind: 'restore' })} />
      )}
      {canDelete && !isTrash && (
        <BarButton Icon={IconTrash} label={t('delete')} data-danger onClick={() => void act({ kind: 'delete' })} />
      )}
      <span className={classes.line} aria-hidden />
      <UnstyledButton className={classes.act} data-close aria-label={common('close')} onClick={selection.clear}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
      {lostReason.opened && lostStatusId && (
        <LostReasonOfMany onClose={lostReason.close} onAnswer={(reason) => saveLost(lostStatusId, reason)} />
      )}
    </div>
  )
}

type BarButtonProps = ComponentPropsWithRef<'button'> & { Icon: Icon; label: string; 'data-danger'?: boolean }

const BarButton = ({ Icon: ButtonIcon, label, ...button }: BarButtonProps) => (
  <UnstyledButton {...button} className={classes.act}>
    <ButtonIcon size={16} stroke={1.75} aria-hidden {...(ButtonIcon === IconArrowBackUp && { 'data-mirror': true })} />
    {label}
  </UnstyledButton>
)
