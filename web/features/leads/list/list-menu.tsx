import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsJoin2, IconDots, IconDownload, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import { paths } from '../../../lib/paths.ts'
import { useCan } from '../../../lib/session/session.ts'
import { allIn, type LeadListQuery } from '../leads.api.ts'

const ExportDialog = lazily(() => import('../export/export-dialog.tsx'), 'ExportDialog')

type Props = {
  businessId: string
  campaignId: string | null
  query: LeadListQuery
  pagination: Pagination | undefined
  /** Of the bar on narrow screens; without it the button is as high as those beside it. */
  className?: string | undefined
  /** Further entries, for tools that have no place of their own on narrow screens. */
  children?: ReactNode
}

/** What can be done with the list as a whole. */
export function ListMenu({ businessId, campaignId, query, pagination, className, children }: Props) {
  const { t } = useTranslation('leads')
  const canExport = useCan('leads.export', campaignId)
  const dialog = useModal('export-leads')
  const canImport = useCan('leads.import', campaignId)
  const canMerge = useCan('leads.merge', campaignId)
  if (!canExport && !canImport && !canMerge && !children) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            className={className ?? ''}
            variant="default"
            size={className ? 'md' : 'input-sm'}
            aria-label={t('listMenu')}
          >
            <IconDots size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canImport && (
            <Menu.Item
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              component={Link}
              to={paths.importLeads(businessId)}
            >
              {t('listImport')}
            </Menu.Item>
          )}
          {canExport && (
            <Menu.Item
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              disabled={!pagination || pagination.total === 0}
              onClick={dialog.open}
            >
              {t('listExport')}
            </Menu.Item>
          )}
          {canMerge && (
            <Menu.Item
              leftSection={<IconArrowsJoin2 size={16} stroke={1.75} aria-hidden />}
              component={Link}
              to={paths.duplicates(businessId)}
            >
              {t('duplicates')}
            </Menu.Item>
          )}
          {children}
        </Menu.Dropdown>
      </Menu>
      {dialog.opened && pagination && (
        <Suspense>
          <ExportDialog
            businessId={businessId}
            choice={allIn(query)}
            total={formatTotal(pagination)}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </>
  )
}
