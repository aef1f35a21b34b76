import { Menu, Popover, UnstyledButton } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowsJoin2,
  IconCircleDashed,
  IconDownload,
  IconFolderSymlink,
  IconMailOpened,
  IconMessage,
  IconTag,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import { MERGE_MAX } from '#contract/duplicates/merge-fields.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { type OperationAction, UNCONFIRMED_DELETIONS_MAX } from '#contract/leads/operations.ts'
import { formatNumber, formatTotal } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { useCan } from '../../../lib/session/session.ts'
import bar from '../../../ui/list/selection-bar.module.css'
import { BarButton, SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { AssigneeItems } from '../fields/assignee-items.tsx'
import { allIn, type LeadListQuery } from '../leads.api.ts'
import { CampaignItems } from '../move/campaign-items.tsx'
import { LostReasonOfMany } from '../status/lost-reason-of-many.tsx'
import { StatusItems } from '../status/status-menu.tsx'
import { selectableIn, useStatuses } from '../status/use-statuses.ts'
import { BulkTags } from './bulk-tags.tsx'
import { DeleteMany } from './delete-many.tsx'
import { useStartOperation } from './operations.api.ts'
import type { Selection, SelectionTarget } from './use-selection.ts'

const MessageDialog = lazily(() => import('./message-dialog.tsx'), 'MessageDialog')
const ExportDialog = lazily(() => import('../export/export-dialog.tsx'), 'ExportDialog')

type Props = {
  businessId: string
  campaignId: string | null
  query: LeadListQuery
  selection: Selection
  pagination: Pagination
  isTrash: boolean
}

/** The selected ids, or the filters of the list. */
function targetOf(target: SelectionTarget, query: LeadListQuery) {
  if ('ids' in target) return { leadIds: [...target.ids] }
  return {
    ...allIn(query),
    ...(target.except.length > 0 && { except: [...target.except] }),
  }
}

/** Actions on the selected leads. Placed in the footer, so that it covers no row. */
export function BulkBar({ businessId, campaignId, query, selection, pagination, isTrash }: Props) {
  const { t } = useTranslation('leads')
  const canDelete = useCan('leads.delete', campaignId)
  const canAssign = useCan('leads.assign', campaignId)
  const canMove = useCan('leads.move', campaignId)
  const canExport = useCan('leads.export', campaignId)
  const canMerge = useCan('leads.merge', campaignId)
  const canMessage = useCan('messages.advertise', campaignId) && !isTrash
  const messaging = useModal('message-selected')
  const exporting = useModal('export-selected')
  const statuses = selectableIn(useStatuses(businessId), campaignId)
  const lostReason = useModal('why-lost')
  const confirmation = useModal('delete-many')
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
  const mergeable = canMerge && !isTrash ? mergeableOf(selection.target) : undefined
  const remove = () => (count > UNCONFIRMED_DELETIONS_MAX ? confirmation.open() : void act({ kind: 'delete' }))
  const removeMany = () => {
    confirmation.close()
    void act({ kind: 'delete' })
  }
  const isMore = !isAll && pagination.total > count
  const shown = isAll && !pagination.totalIsExact ? formatTotal({ ...pagination, total: count }) : formatNumber(count)
  return (
    <SelectionBar label={t('bulk')} count={t('selected', { count, total: shown })} onClear={selection.clear}>
      {isMore && (
        <UnstyledButton className={bar.act} data-link onClick={selection.selectAll}>
          {t('selectAll', { total: formatTotal(pagination) })}
        </UnstyledButton>
      )}
      <span className={bar.line} aria-hidden />
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
          {canMove && (
            <Menu position="top">
              <Menu.Target>
                <BarButton Icon={IconFolderSymlink} label={t('columns.campaign')} />
              </Menu.Target>
              <Menu.Dropdown className={bar.long ?? ''} aria-label={t('moveToCampaign')}>
                <CampaignItems
                  {...{ businessId, campaignId }}
                  onPick={(target) => void act({ kind: 'move', campaignId: target._id })}
                />
              </Menu.Dropdown>
            </Menu>
          )}
          <ReadMarks onMark={(isRead) => void act({ kind: isRead ? 'read' : 'unread' }, { isRead })} />
          <Popover position="top" trapFocus returnFocus>
            <Popover.Target>
              <BarButton Icon={IconTag} label={t('tag')} />
            </Popover.Target>
            <Popover.Dropdown className={bar.panel} aria-label={t('tag')}>
              <BulkTags businessId={businessId} onApply={(tags) => void act({ kind: 'tag', ...tags })} />
            </Popover.Dropdown>
          </Popover>
        </>
      )}
      {canMessage && <BarButton Icon={IconMessage} label={t('messageSelected')} onClick={messaging.open} />}
      {mergeable && <MergeSelected businessId={businessId} leadIds={mergeable} />}
      {canExport && <BarButton Icon={IconDownload} label={t('export')} onClick={exporting.open} />}
      {canDelete && isTrash && (
        <BarButton Icon={IconArrowBackUp} label={t('restore')} onClick={() => void act({ kind: 'restore' })} />
      )}
      {canDelete && !isTrash && <BarButton Icon={IconTrash} label={t('delete')} data-danger onClick={remove} />}
      {messaging.opened && (
        <Suspense>
          <MessageDialog
            businessId={businessId}
            choice={targetOf(selection.target, query)}
            total={shown}
            onClose={messaging.close}
            onSent={selection.clear}
          />
        </Suspense>
      )}
      {exporting.opened && (
        <Suspense>
          <ExportDialog
            businessId={businessId}
            choice={targetOf(selection.target, query)}
            total={shown}
            onClose={exporting.close}
          />
        </Suspense>
      )}
      {confirmation.opened && (
        <DeleteMany count={count} total={shown} onConfirm={removeMany} onClose={confirmation.close} />
      )}
      {lostReason.opened && lostStatusId && (
        <LostReasonOfMany onClose={lostReason.close} onAnswer={(reason) => saveLost(lostStatusId, reason)} />
      )}
    </SelectionBar>
  )
}

/** Two to five leads that were selected one by one can be merged. */
const mergeableOf = (target: SelectionTarget) => {
  const ids = 'ids' in target ? [...target.ids] : []
  return ids.length >= 2 && ids.length <= MERGE_MAX ? ids : undefined
}

function MergeSelected({ businessId, leadIds }: { businessId: string; leadIds: readonly string[] }) {
  const { t } = useTranslation('leads')
  const navigate = useNavigate()
  return (
    <BarButton
      Icon={IconArrowsJoin2}
      label={t('mergeThese')}
      onClick={() => void navigate(link(paths.duplicates(businessId), { leads: leadIds }))}
    />
  )
}

function ReadMarks({ onMark }: { onMark: (isRead: boolean) => void }) {
  const { t } = useTranslation('leads')
  return (
    <Menu position="top">
      <Menu.Target>
        <BarButton Icon={IconMailOpened} label={t('readMark')} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onMark(true)}>{t('markRead')}</Menu.Item>
        <Menu.Item onClick={() => onMark(false)}>{t('markUnread')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
