import { Suspense, useState } from 'react'
import type { Where } from '#contract/lead-where.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useModal } from '../../../lib/modal-stack.ts'
import type { FilterProps } from '../filters/filters.ts'
import { whereText } from './where-text.ts'

const Builder = lazily(() => import('./where-builder.tsx'), 'WhereBuilder')
const Chips = lazily(() => import('./where-chips.tsx'), 'WhereChips')

const inAddress = (where: Where | null) => ({ where: where ? whereText(where) : undefined, page: undefined })
/** The window in which conditions are put together; whatever opens it, there is one. */
export const useConditions = () => useModal('lead-where')

/** The window itself; fetched when it is first opened. */
export function ConditionsModal({ businessId, search, onChange }: FilterProps) {
  const { opened, close } = useConditions()
  const [isNeeded, need] = useState(opened)
  if (opened && !isNeeded) need(true)
  const apply = async (where: Where | null) => {
    await onChange(inAddress(where))
    close()
  }
  return (
    <Suspense>
      {isNeeded && (
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

/** The conditions that are set, as chips. */
export const ConditionChips = ({ businessId, search, onChange }: FilterProps) =>
  search.where && (
    <Suspense>
      <Chips businessId={businessId} where={search.where} onChange={(where) => void onChange(inAddress(where))} />
    </Suspense>
  )
