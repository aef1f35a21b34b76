import { Button, Group, Progress, Text } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconPlayerStop, IconRepeat } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportFate, LeadImport } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import classes from './import.module.css'
import { ImportFigures } from './import-figures.tsx'
import { ImportRows } from './import-rows.tsx'
import { isImporting, rowsQuery, useImportActs } from './imports.api.ts'

/** How far an import is, or what became of its rows. */
export function ImportResult({ file, businessId }: { file: LeadImport; businessId: string }) {
  const { t } = useTranslation('lead-sheets')
  const { undo, cancel, failed } = useImportActs(businessId)
  const { counts, rows, state, operationId, canUndo, isUndone, settings } = file
  const [opened, setOpened] = useState<ImportFate>('left')
  const { left } = counts
  const passed = counts.create + counts.update + counts.join + left
  return (
    <div className={classes.columns}>
      <Text fw={600} component="p" role="status">
        {isUndone ? t('import.states.undone') : t(`import.states.${state}`)}
      </Text>
      {isImporting(file) && (
        <>
          <Progress value={rows ? (100 * passed) / rows : 0} aria-label={t('import.progressOf')} />
          <Text className="tabular" c="var(--ink-2)">
            {t('import.progress', { done: formatNumber(passed), total: formatNumber(rows) })}
          </Text>
        </>
      )}
      <ImportFigures counts={counts} total={rows} opened={opened} onOpen={setOpened} />
      <Group gap="xs">
        {isImporting(file) && operationId && (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(operationId)}
          >
            {t('import.cancel')}
          </Button>
        )}
        {left > 0 && !isImporting(file) && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            loading={failed.isPending}
            onClick={() => failed.mutate(file._id)}
          >
            {t('import.failedRows', { count: left, total: formatNumber(left) })}
          </Button>
        )}
        {canUndo && operationId && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} stroke={1.75} data-mirror aria-hidden />}
            loading={undo.isPending}
            onClick={() => undo.mutate(operationId, { onSuccess: () => toast.success(t('import.undoBegun')) })}
          >
            {t('import.undo')}
          </Button>
        )}
        {!isImporting(file) && (
          <>
            <Button
              variant="default"
              leftSection={<IconRepeat size={16} stroke={1.75} aria-hidden />}
              component={Link}
              {...link(paths.importLeads(businessId), { again: file._id })}
            >
              {t('import.again')}
            </Button>
            <Button component={Link} to={paths.leads(businessId, settings?.campaignId ?? null)}>
              {t('import.toLeads')}
            </Button>
          </>
        )}
      </Group>
      {!isImporting(file) && <PassedRows key={opened} {...{ businessId, file }} fate={opened} />}
    </div>
  )
}

/** What became of the rows, in the order of the file. */
function PassedRows({ businessId, file, fate }: { businessId: string; file: LeadImport; fate: ImportFate }) {
  const { t } = useTranslation('lead-sheets')
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    rowsQuery(businessId, file._id, fate),
  )
  return (
    <section className={classes.checked}>
      <h2 className={classes.heading}>{t(`import.rowsOf.${fate}`)}</h2>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={5} columns={3} />}
      {data && (
        <ImportRows
          {...{ businessId, file }}
          label={t(`import.rowsOf.${fate}`)}
          rows={data.pages.flatMap(({ rows }) => rows)}
          isLoading={isFetchingNextPage}
          onMore={hasNextPage ? () => void fetchNextPage() : undefined}
        />
      )}
    </section>
  )
}
