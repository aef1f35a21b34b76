import type { ReactNode } from 'react'
import type { Pagination } from '#contract/common.ts'
import type { Changes } from '../../lib/list-search.ts'
import { usePageSize } from '../../lib/storage.ts'
import { Pager } from './pager.tsx'

type Props = {
  /** The table that the page size is saved for. */
  table: string
  paging: Pagination
  onChange: (changes: Changes, how?: { push: boolean }) => void
  /** Search parameter of the page. */
  pageName?: string
  children?: ReactNode
}

/** Pager with the page in the address. Another page size starts at page 1. */
export function ListPager({ table, paging, onChange, pageName = 'page', children }: Props) {
  const [, setLimit] = usePageSize(table)
  return (
    <Pager
      paging={paging}
      onPage={(page) => onChange({ [pageName]: page === 1 ? undefined : page }, { push: true })}
      onSize={(size) => {
        setLimit(size)
        onChange({ [pageName]: undefined })
      }}
    >
      {children}
    </Pager>
  )
}
