import { Button, Drawer, Group, SegmentedControl } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportFate, ShownImportTarget } from '#contract/leads/sheets/lead-import.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useMedium, useNarrow } from '../../../lib/use-narrow.ts'
import { CheckedRows } from './checked-rows.tsx'
import { ColumnRow } from './column-row.tsx'
import { type DraftProps, onlyOrder } from './draft.ts'
import classes from './import.module.css'
import { ImportSummary } from './import-summary.tsx'
import { ImportValues } from './import-values.tsx'
import { useTargets } from './use-targets.ts'

const NewField = lazily(() => import('./new-field.tsx'), 'NewField')

/** Up and down go from column to column, while no list is open. */
function moveBetween(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const { target } = event
  if (!step || !(target instanceof HTMLInputElement) || target.getAttribute('aria-expanded') === 'true') return
  const inputs = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[data-column] input:not([type=hidden])')]
  const at = inputs.indexOf(target)
  if (at < 0) return
  event.preventDefault()
  event.stopPropagation()
  inputs[at + step]?.focus()
}

/** What each column of the file holds, with samples of it, beside what would happen to all rows. */
export function ImportColumns(draft: DraftProps) {
  const { t } = useTranslation('lead-sheets')
  const { businessId, file, settings, onChange, onStep, onSaved, dryRun } = draft
  const { groups, isMapped, isDated } = useTargets(businessId)
  const [adding, setAdding] = useState<number>()
  const [opened, setOpened] = useState<ImportFate>('left')
  const isMedium = useMedium()
  const { columns } = settings
  const assign = (column: number, target: ShownImportTarget | null) => {
    const next = columns.map((one, i) => (i === column ? target : one))
    const dateOrder = onlyOrder(file.columns, next)
    onChange({ columns: next, ...(dateOrder && { dateOrder }) })
  }
  const isAsked = columns.some((target, i) => isDated(target) && file.columns[i]?.dateOrders.length === 2)
  return (
    <div className={classes.mapping}>
      <div className={classes.main}>
        <div className={classes.table} onKeyDownCapture={moveBetween}>
          <div className={classes.tableHead} aria-hidden>
            <span>{t('import.columnHead')}</span>
            <span>{t('import.samplesHead')}</span>
            <span>{t('import.fieldHead')}</span>
          </div>
          {file.columns.map((column, i) => {
            const target = columns[i] ?? null
            const twin = target === null ? -1 : columns.findIndex((other, at) => other === target && at !== i)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are named by their place.
              <Fragment key={i}>
                <ColumnRow
                  {...{ column, groups, target }}
                  number={i + 1}
                  used={columns}
                  twin={file.columns[twin]}
                  onAssign={(next) => (next === 'new' ? setAdding(i) : assign(i, next))}
                />
                {target !== null && isMapped(target) && <ImportValues {...draft} column={i} target={target} />}
              </Fragment>
            )
          })}
        </div>
        {isAsked && (
          <Group gap="sm">
            <span id="date-order">{t('import.dateOrder')}</span>
            <SegmentedControl
              aria-labelledby="date-order"
              value={settings.dateOrder}
              onChange={(dateOrder) => onChange({ dateOrder })}
              data={[
                { value: 'dmy', label: t('import.dmy') },
                { value: 'mdy', label: t('import.mdy') },
              ]}
            />
          </Group>
        )}
        <CheckedRows {...draft} fate={opened} />
      </div>
      {!isMedium && <ImportSummary {...draft} opened={opened} onOpen={setOpened} />}
      <Group justify="space-between" className={classes.foot}>
        <Button variant="default" onClick={() => onStep('what')}>
          {t('import.back')}
        </Button>
        {isMedium && <SummarySheet {...draft} opened={opened} onOpen={setOpened} />}
        <Button disabled={dryRun.error !== null} onClick={() => onSaved(() => onStep('check'))}>
          {t('import.toCheck')}
        </Button>
      </Group>
      {adding !== undefined && (
        <Suspense>
          <NewField
            {...{ businessId, file }}
            column={adding}
            onAdded={(target) => {
              setAdding(undefined)
              assign(adding, target)
            }}
            onClose={() => setAdding(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

type SheetProps = Parameters<typeof ImportSummary>[0]
/** The summary on narrow screens: a sheet from the foot. */
function SummarySheet(props: SheetProps) {
  const { t } = useTranslation('lead-sheets')
  const { t: common } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useNarrow()
  return (
    <>
      <Button
        variant="default"
        leftSection={isNarrow ? undefined : <IconListDetails size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('import.summary')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="auto"
        withCloseButton
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <ImportSummary
          {...props}
          onOpen={(fate) => {
            props.onOpen(fate)
            setOpen(false)
          }}
        />
      </Drawer>
    </>
  )
}
