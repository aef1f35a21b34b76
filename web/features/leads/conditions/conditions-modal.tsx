import { Suspense, useState } from 'react'
import type { Where } from '#contract/leads/lead-where.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import type { FilterProps } from '../filters/leads-search.ts'
import { formatWhere } from './where-text.ts'

const Builder = lazily(() => import('./where-builder.tsx'), 'WhereBuilder')
const Chips = lazily(() => import('./where-chips.tsx'), 'WhereChips')

const asSearch = (where: Where | null) => ({ where: where ? formatWhere(where) : undefined, page: undefined })
/** Open state of the conditions window, shared by all buttons that open it. */
export const useConditionsModal = () => useModal('lead-where')

/** The conditions window, loaded when it is first opened. */
export function ConditionsModal({ businessId, search, onChange }: FilterProps) {
  const { opened, close } = useConditionsModal()
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  const apply = async (where: Where | null) => {
    await onChange(asSearch(where))
    close()
  }
  return (
    <Suspense>
      {wasOpened && (
        <Builder
          businessId={businessId}
          where={search.where}
          opened={opened}
          onClose={close}
          onApply={(where) => void apply(where)}
        />
      )}
    </Suspense>
  )
}

export const ConditionChips = ({ businessId, search, onChange }: FilterProps) =>
  search.where && (
    <Suspense>
      <Chips businessId={businessId} where={search.where} onChange={(where) => void onChange(asSearch(where))} />
    </Suspense>
  )
