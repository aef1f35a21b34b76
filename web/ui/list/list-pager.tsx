import type { ReactNode } from 'react'
import type { Pagination } from '#contract/common.ts'
import type { Changes } from '../../lib/list-search.ts'
import { usePageSize } from '../../lib/storage.ts'
import { Pager } from '../pager.tsx'

type Props = {
  /** Whose page size it is. */
  table: string
  paging: Pagination
  onChange: (changes: Changes, how?: { push: boolean }) => void
  /** The page's name in the address. */
  pageName?: string
  children?: ReactNode
}

/** The pager of a list whose page stands in the address: Back goes a page back, another size begins at the first. */
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
