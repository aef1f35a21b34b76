import { Button, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from '#contract/constants.ts'
import classes from './audit-page.module.css'
import { atStart } from './audit-search.ts'

type Log = { rows: readonly { position: string }[]; hasNewer: boolean; hasOlder: boolean }
type SidesProps = {
  data: Log
  /** Rows per page, and its setter. */
  size: readonly [number, (size: number) => void]
  /** The part of the address that says which rows are shown. */
  onChange: (to: Sides, options?: { push: boolean }) => unknown
}
type Sides = { before?: string | undefined; after?: string | undefined }

/** Newer and older; the log has no total. */
export function AuditSides({ data: { rows, hasNewer, hasOlder }, size: [limit, setLimit], onChange }: SidesProps) {
  const { t } = useTranslation('audit')
  const { t: common } = useTranslation()
  const move = (to: Sides) => onChange({ ...atStart, ...to }, { push: true })
  return (
    <>
      <Select
        className={classes.size ?? ''}
        size="xs"
        aria-label={common('pager.size')}
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: common('pager.rows', { count: size }) }))}
        value={String(limit)}
        allowDeselect={false}
        onChange={(size) => {
          setLimit(Number(size))
          onChange(atStart)
        }}
      />
      <div className={classes.space} />
      {hasNewer && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChevronLeft size={16} stroke={1.75} data-mirror aria-hidden />}
          onClick={() => move({ after: rows[0]?.position })}
        >
          {t('newer')}
        </Button>
      )}
      {hasOlder && (
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronRight size={16} stroke={1.75} data-mirror aria-hidden />}
          onClick={() => move({ before: rows.at(-1)?.position })}
        >
          {t('older')}
        </Button>
      )}
    </>
  )
}
