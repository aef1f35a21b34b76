import { Menu, Modal, Popover, UnstyledButton } from '@mantine/core'
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
import type { Lead } from '#contract/leads.ts'
import type { OperationAction } from '#contract/operations.ts'
import { formatNumber, formatTotal } from '../../../lib/format.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { useCan } from '../../../lib/session.ts'
import { PeopleItems } from '../fields/assignee-items.tsx'
import type { LeadListQuery } from '../leads.api.ts'
import { LostReason } from '../status/lost-reason-form.tsx'
import { StatusItems } from '../status/status-menu.tsx'
import { chosenIn, useStatuses } from '../status/use-statuses.ts'
import classes from './bulk-bar.module.css'
import { BulkTags } from './bulk-tags.tsx'
import { useOperation } from './operations.api.ts'
import type { Chosen, Selection } from './use-selection.ts'

type Props = {
  businessId: string
  campaignId: string | null
  query: LeadListQuery
  selection: Selection
  pagination: Pagination
  isTrash: boolean
}

/** Leads by name, or all that the list is made of at this moment. */
function choiceOf(chosen: Chosen, { campaignId, filters, search }: LeadListQuery) {
  if ('ids' in chosen) return { leadIds: [...chosen.ids] }
  return {
    all: true as const,
    ...(campaignId && { campaignId: [campaignId] }),
    ...(filters && { filters: JSON.parse(filters) }),
    ...(search && { search }),
    ...(chosen.except.length > 0 && { except: [...chosen.except] }),
  }
}

/** What can be done with the chosen rows; stands in the footer, where it covers none of them. */
export function BulkBar({ businessId, campaignId, query, selection, pagination, isTrash }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const canDelete = useCan('leads.delete', campaignId)
  const canAssign = useCan('leads.assign', campaignId)
  const statuses = chosenIn(useStatuses(businessId), campaignId)
  const why = useModal('why-lost')
  const [lost, setLost] = useState<string>()
  const begin = useOperation(businessId)
  const act = async (action: OperationAction, shown?: Partial<Lead>) => {
    if (await begin({ action, ...choiceOf(selection.chosen, query) }, shown)) selection.clear()
  }
  const setStatus = (statusId: string, lostReason?: string) =>
    void act({ kind: 'status', statusId, ...(lostReason && { lostReason }) }, { statusId })
  const answer = (statusId: string, lostReason?: string) => {
    why.close()
    setStatus(statusId, lostReason)
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
              <Act Icon={IconCircleDashed} label={t('columns.status')} />
            </Menu.Target>
            <Menu.Dropdown>
              <StatusItems
                statuses={statuses}
                current={null}
                onPick={(statusId) => {
                  if (statuses.find(({ _id }) => _id === statusId)?.asks !== 'lost_reason') return setStatus(statusId)
                  setLost(statusId)
                  why.open()
                }}
              />
            </Menu.Dropdown>
          </Menu>
          {canAssign && (
            <Menu position="top">
              <Menu.Target>
                <Act Icon={IconUserCheck} label={t('assign')} />
              </Menu.Target>
              <Menu.Dropdown>
                <PeopleItems
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
              <Act Icon={IconTag} label={t('tag')} />
            </Popover.Target>
            <Popover.Dropdown className={classes.panel} aria-label={t('tag')}>
              <BulkTags businessId={businessId} onApply={(tags) => void act({ kind: 'tag', ...tags })} />
            </Popover.Dropdown>
          </Popover>
        </>
      )}
      {canDelete && isTrash && (
        <Act Icon={IconArrowBackUp} label={t('restore')} onClick={() => void act({ kind: 'restore' })} />
      )}
      {canDelete && !isTrash && (
        <Act Icon={IconTrash} label={t('delete')} data-danger onClick={() => void act({ kind: 'delete' })} />
      )}
      <span className={classes.line} aria-hidden />
      <UnstyledButton className={classes.act} data-close aria-label={common('close')} onClick={selection.clear}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
      <Modal
        opened={why.opened && lost !== undefined}
        onClose={why.close}
        title={t('lost.many')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        {lost && (
          <LostReason
            value=""
            question={t('lost.many')}
            skip={t('lost.without')}
            onSkip={() => answer(lost)}
            onSave={(reason) => answer(lost, reason)}
          />
        )}
      </Modal>
    </div>
  )
}

type ActProps = ComponentPropsWithRef<'button'> & { Icon: Icon; label: string; 'data-danger'?: boolean }

const Act = ({ Icon: ActIcon, label, ...button }: ActProps) => (
  <UnstyledButton {...button} className={classes.act}>
    <ActIcon size={16} stroke={1.75} aria-hidden {...(ActIcon === IconArrowBackUp && { 'data-mirror': true })} />
    {label}
  </UnstyledButton>
)
