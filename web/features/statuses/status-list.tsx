import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CountedStatus } from '#contract/leads/statuses.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { useRowDrag } from '../../ui/table/use-row-drag.ts'
import { nameOf, partIn } from './status-parts.tsx'
import { StatusRow } from './status-row.tsx'
import { useMoveStatus } from './statuses.api.ts'
import classes from './statuses-page.module.css'

type Props = {
  statuses: readonly CountedStatus[]
  onEdit: (status: CountedStatus) => void
  onDelete: (status: CountedStatus) => void
  onDefault: (status: CountedStatus) => void
}

/** Statuses in order; reordered by drag, or with the arrow keys on the handle. */
export function StatusList({ statuses, onEdit, onDelete, onDefault }: Props) {
  const { t } = useTranslation('statuses')
  const { businessId } = useBusiness()
  const { mutate } = useMoveStatus(businessId)
  const [said, say] = useState('')
  const move = (from: number, to: number) => {
    const status = statuses[from]
    if (!status || to < 0 || to >= statuses.length) return
    const next = statuses[to > from ? to + 1 : to]
    mutate({ statusId: status._id, before: next?._id ?? null })
    say(t('moved', { name: nameOf(status), position: to + 1, total: statuses.length }))
  }
  const drag = useRowDrag(statuses.length, move)
  const onKey = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    move(at, at + step)
  }
  const openLeft = statuses.filter(({ type }) => type === 'Open').length
  return (
    <>
      <ol className={classes.list} ref={drag.listRef} aria-label={t('title')}>
        {statuses.map((status, at) => (
          <StatusRow
            key={status._id}
            status={status}
            part={partIn(statuses, status)}
            isLastOpen={status.type === 'Open' && openLeft === 1}
            dragged={drag.from === at}
            drop={drag.placeOf(at)}
            onGrab={(event) => drag.start(event, at)}
            onKey={(event) => onKey(event, at)}
            onEdit={() => onEdit(status)}
            onDelete={() => onDelete(status)}
            onDefault={() => onDefault(status)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
