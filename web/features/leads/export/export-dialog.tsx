import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnFieldName, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import {
  type ExportColumn,
  type ExportFormat,
  exportColumns,
  isExportColumn,
  LEAD_EXPORT_MAX,
  leadExportRoutes,
  type ShownExportColumn,
} from '#contract/leads/sheets/lead-export.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../../lib/http/call.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { nameOf, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { Choices } from '../../../ui/list/choices.tsx'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import { leadTableColumns } from '../table/lead-columns.tsx'

type Asked = RouteInput<typeof leadExportRoutes.link>['body']
type Props = {
  businessId: string
  choice: Asked['choice']
  /** The number of leads as shown, such as 10,000+. */
  total: string
  onClose: () => void
}

const useExportLeads = () => useMutation({ mutationFn: (body: Asked) => call(leadExportRoutes.link, { body }) })

/** The columns of a file, in their order: built-in ones, then the business's own fields. */
function useColumns(businessId: string) {
  const { t } = useTranslation('leads')
  const { t: sheets } = useTranslation('lead-sheets')
  const { fields } = useOwnFields(businessId)
  const table = useTableView('leads', leadTableColumns)
  const own = fields.map((field) => ({ value: ownFieldName(field.key) as ShownExportColumn, label: nameOf(field) }))
  const builtIn = exportColumns.map((column) => ({
    value: column as ShownExportColumn,
    label: column === 'id' ? sheets('columns.id') : t(`columns.${column as Exclude<ExportColumn, 'id'>}`),
  }))
  const shown = table.columns.filter(({ isShown }) => isShown).map(({ key }) => key as string)
  return { columns: [...builtIn, ...own], shown: shown.filter(isExportColumn) }
}

/** Which columns of the chosen leads are downloaded, and in which kind of file. */
export function ExportDialog({ businessId, choice, total, onClose }: Props) {
  const { t } = useTranslation('lead-sheets')
  const { t: common } = useTranslation()
  const { columns, shown } = useColumns(businessId)
  const [chosen, setChosen] = useState<readonly string[]>()
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const { mutate, isPending } = useExportLeads()
  const all = columns.map(({ value }) => value)
  // Until the user chooses, the columns of the table and all own fields are exported.
  const current = all.filter((one) => (chosen ? chosen.includes(one) : shown.includes(one) || isOwnFieldName(one)))
  const save = () =>
    mutate(
      { choice, columns: current, format },
      {
        onSuccess: ({ url, leads }) => {
          Object.assign(document.createElement('a'), { href: url, download: '' }).click()
          toast.success(t('export.started', { count: leads, total: formatNumber(leads) }))
          onClose()
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title={t('export.title')} closeButtonProps={{ 'aria-label': common('close') }}>
      <Stack>
        <Text c="var(--ink-2)">{t('export.text', { total, most: formatNumber(LEAD_EXPORT_MAX) })}</Text>
        <SegmentedControl
          fullWidth
          aria-label={t('export.format')}
          value={format}
          onChange={setFormat}
          data={[
            { value: 'xlsx', label: t('export.xlsx') },
            { value: 'csv', label: t('export.csv') },
          ]}
        />
        <Group justify="space-between">
          <Text fw={500}>{t('export.columns')}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(current.length < all.length ? all : [])}>
            {t(current.length < all.length ? 'export.all' : 'export.none')}
          </Button>
        </Group>
        <Choices label={t('export.columns')} choices={columns} chosen={current} onChange={setChosen} />
        <DialogFoot onCancel={onClose}>
          <Button
            leftSection={<IconDownload stroke={1.75} aria-hidden />}
            disabled={current.length === 0}
            loading={isPending}
            onClick={save}
          >
            {t('export.download')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
