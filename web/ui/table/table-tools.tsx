import { Popover, UnstyledButton } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconColumns3 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '../../lib/lazy.ts'
import { LazyPanel } from '../layout/lazy-panel.tsx'
import filters from '../list/filters.module.css'
import classes from './table-tools.module.css'
import type { OwnTable } from './use-table-view.ts'

const ColumnsPanel = lazily(() => import('./columns-panel.tsx'), 'ColumnsPanel')

type Props<K extends string> = { table: OwnTable<K>; nameOf: (key: K) => string }

/** Settings of columns and density. */
export function TableTools<K extends string>({ table, nameOf }: Props<K>) {
  const { t } = useTranslation('lists')
  const isCompact = table.density === 'compact'
  const DensityIcon = isCompact ? IconBaselineDensityMedium : IconBaselineDensitySmall
  return (
    <>
      <ColumnsTool {...{ table, nameOf }} label={t('columnsTool')} icon={<IconColumns3 stroke={1.75} aria-hidden />} />
      <UnstyledButton
        className={classes.tool}
        aria-label={t('densityIs', { density: t(`densities.${table.density}`) })}
        onClick={() => table.change({ density: isCompact ? 'comfortable' : 'compact' })}
      >
        <DensityIcon stroke={1.75} aria-hidden />
        {t('density')}
      </UnstyledButton>
    </>
  )
}

type ToolProps<K extends string> = Props<K> & { label: string; icon: ReactNode; pinnedCount?: number }

/** Which columns are shown, and their order. */
export function ColumnsTool<K extends string>({ table, nameOf, label, icon, ...panel }: ToolProps<K>) {
  return (
    <Popover position="bottom-end" returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.tool}>
          {icon}
          {label}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={filters.panel} aria-label={label}>
        <LazyPanel>
          <ColumnsPanel table={table as unknown as OwnTable} nameOf={nameOf as (key: string) => string} {...panel} />
        </LazyPanel>
      </Popover.Dropdown>
    </Popover>
  )
}
