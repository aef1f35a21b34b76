import { NativeSelect, Pagination, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination as Paging } from '#contract/common.ts'
import { PAGE_SIZES } from '#contract/constants.ts'
import { formatNumber, formatTotal } from '../../lib/i18n/format.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { InterpolatedText } from '../display/interpolated-text.tsx'
import classes from './pager.module.css'

type Props = {
  paging: Paging
  onPage: (page: number) => void
  onSize: (size: number) => void
  /** Bulk actions; they replace page size and page jump. */
  children?: ReactNode
}

/** Up to this number of pages there is no page jump. */
const WITHOUT_JUMP = 7

/** Row range and total, page size, page numbers. */
export function Pager({ paging: { page, limit, total, totalIsExact, pages }, onPage, onSize, children }: Props) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const from = total === 0 ? 0 : (page - 1) * limit + 1
  // If the total is capped, the page is assumed to be full.
  const to = totalIsExact ? Math.min(page * limit, total) : page * limit
  return (
    <>
      <span className={classes.range}>
        <InterpolatedText
          text={(marks) => t('pager.range', marks)}
          parts={{
            rows: <bdi dir="ltr">{`${formatNumber(from)}–${formatNumber(to)}`}</bdi>,
            total: <strong>{formatTotal({ total, totalIsExact })}</strong>,
          }}
        />
      </span>
      {!children && (
        <NativeSelect
          className={classes.size}
          size="xs"
          aria-label={t('pager.size')}
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('pager.rows', { count: size }) }))}
          value={String(limit)}
          onChange={({ currentTarget }) => onSize(Number(currentTarget.value))}
        />
      )}
      <div className={classes.space}>{children}</div>
      {!children && pages > WITHOUT_JUMP && <Jump key={page} pages={pages} onPage={onPage} />}
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          siblings={isNarrow || children ? 0 : 1}
          boundaries={1}
          size="sm"
          onChange={onPage}
          getItemProps={(number) => ({ 'aria-label': t('pager.page', { page: number }) })}
          getControlProps={(control) => ({
            'aria-label': control === 'previous' ? t('pager.previous') : t('pager.next'),
          })}
        />
      )}
    </>
  )
}

/** Input for a page number. */
function Jump({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== '') onPage(Math.min(Math.max(Number(typed), 1), pages))
      }}
    >
      <TextInput
        className={classes.jump}
        size="xs"
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
        placeholder={t('pager.jump')}
        aria-label={t('pager.jumpTo', { pages: formatNumber(pages) })}
      />
    </form>
  )
}
