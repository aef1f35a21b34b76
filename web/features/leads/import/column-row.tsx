import { type ComboboxItem, type ComboboxItemGroup, Select, type SelectProps } from '@mantine/core'
import { IconArrowLeft, IconCircleCheck, IconHandClick, IconPlus, IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportColumn, ShownImportTarget } from '#contract/leads/sheets/lead-import.ts'
import { useCan } from '../../../lib/session/session.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import classes from './import.module.css'

type Target = ShownImportTarget | null
type Props = {
  column: ImportColumn
  number: number
  groups: { group: string; items: { value: ShownImportTarget; label: string }[] }[]
  target: Target
  /** Fields of all columns. */
  used: readonly Target[]
  /** Another column with the same field. */
  twin: ImportColumn | undefined
  onAssign: (target: Target | 'new') => void
}

/** A column of the file: its title, samples, and the field that it holds. */
export function ColumnRow({ column, number, groups, target, used, twin, onAssign }: Props) {
  const { t } = useTranslation('lead-sheets')
  const mayAddFields = useCan('business.settings')
  const isNarrow = useNarrow()
  const title = column.title || t('import.untitled', { number })
  const data: ComboboxItemGroup<ComboboxItem>[] = [
    ...groups,
    ...(mayAddFields ? [{ group: '', items: [{ value: 'new', label: t('import.newField') }] }] : []),
  ]
  const renderOption: SelectProps['renderOption'] = ({ option: { value, label } }) => (
    <span className={classes.option}>
      {value === 'new' && <IconPlus size={16} stroke={1.75} aria-hidden />}
      <span className={classes.optionName}>{label}</span>
      {value !== target && used.some((one) => one === value) && (
        <span className={classes.second}>{t('import.used')}</span>
      )}
    </span>
  )
  return (
    <div className={classes.column} data-column={number}>
      <span className={classes.columnTitle}>
        <bdi>{title}</bdi>
      </span>
      <span className={classes.samples}>
        {column.samples.length === 0
          ? '–'
          : column.samples.map((sample, i) => (
              <span key={sample}>
                {i > 0 && ' · '}
                <bdi>{sample}</bdi>
              </span>
            ))}
      </span>
      <IconArrowLeft className={classes.arrow} size={16} stroke={1.75} aria-hidden />
      <Select
        aria-label={t('import.fieldOf', { column: title })}
        placeholder={t('import.leaveOut')}
        searchable
        clearable
        // With a keyboard one passes the columns by arrows. On a phone the bottom bar goes away on focus, and moves the page.
        openOnFocus={isNarrow}
        value={target}
        data={data}
        renderOption={renderOption}
        error={twin && t('import.twice', { column: twin.title })}
        onChange={(value) => onAssign(value as Target | 'new')}
        onKeyDown={(event) => {
          // Enter opens the list; typing does, too.
          const { currentTarget } = event
          if (event.key === 'Enter' && currentTarget.getAttribute('aria-expanded') !== 'true') currentTarget.click()
        }}
      />
      <Mark column={column} target={target} />
    </div>
  )
}

/** Whether the field was recognised or chosen, or the column looks sensitive. */
function Mark({ column, target }: { column: ImportColumn; target: Target }) {
  const { t } = useTranslation('lead-sheets')
  if (column.isSensitive)
    return (
      <span className={classes.mark} data-hue="violet">
        <IconShieldLock size={16} stroke={1.75} aria-hidden />
        {t('import.sensitive')}
      </span>
    )
  if (target === null) return <span className={classes.mark} />
  const isFound = column.suggested === target
  const Icon = isFound ? IconCircleCheck : IconHandClick
  return (
    <span className={classes.mark} data-hue={isFound ? 'green' : undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(isFound ? 'import.recognised' : 'import.chosen')}
    </span>
  )
}
