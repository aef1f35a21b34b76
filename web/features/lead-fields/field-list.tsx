import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { nameOf } from '../../shared/own-fields/own-fields.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useRowDrag } from '../../ui/table/use-row-drag.ts'
import { FieldRow } from './field-row.tsx'
import { type FieldSettings, useArchiveField, useMoveField } from './lead-fields.api.ts'
import classes from './lead-fields-page.module.css'

type Props = {
  fields: readonly OwnField[]
  settings: FieldSettings
  onEdit: (field: OwnField) => void
  onDelete: (field: OwnField) => void
}

/** Fields in order; reordered by drag, with the arrow keys on the handle, or from a row with Alt and the arrow keys. */
export function FieldList({ fields, settings, onEdit, onDelete }: Props) {
  const { t } = useTranslation('lead-fields')
  const { businessId } = useBusiness()
  const { mutate } = useMoveField(businessId)
  const archive = useArchiveField(businessId)
  const [said, say] = useState('')
  const move = (from: number, to: number) => {
    const field = fields[from]
    if (!field || to < 0 || to >= fields.length || to === from) return
    const before = fields[to > from ? to + 1 : to]?._id ?? null
    const wasBefore = fields[from + 1]?._id ?? null
    const name = nameOf(field)
    mutate(
      { fieldId: field._id, before },
      {
        onSuccess: () =>
          void toast.success(t('movedField', { name }), {
            undo: () => mutate({ fieldId: field._id, before: wasBefore }),
          }),
      },
    )
    say(t('moved', { name, position: to + 1, total: fields.length }))
  }
  const drag = useRowDrag(fields.length, move)
  const onKey = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    move(at, at + step)
  }
  return (
    <>
      <div className={classes.heads} aria-hidden>
        <span>{t('heads.name')}</span>
        <span>{t('heads.type')}</span>
        <span>{t('heads.values')}</span>
        <span>{t('heads.filled')}</span>
        <span>{t('heads.usedIn')}</span>
      </div>
      <ol className={classes.list} ref={drag.listRef} aria-label={t('title')}>
        {fields.map((field, at) => (
          <FieldRow
            key={field._id}
            field={field}
            usage={settings.usage.find(({ _id }) => _id === field._id)}
            sampled={settings.sampled}
            dragged={drag.from === at}
            drop={drag.placeOf(at)}
            onGrab={(event) => drag.start(event, at)}
            onKey={(event) => onKey(event, at)}
            onTop={at > 0 ? () => move(at, 0) : undefined}
            onEdit={() => onEdit(field)}
            onArchive={() =>
              archive.mutate(
                { id: field._id, isArchived: true },
                {
                  onSuccess: () =>
                    void toast.success(t('archive.done', { name: nameOf(field) }), {
                      undo: () => archive.mutate({ id: field._id, isArchived: false }),
                    }),
                },
              )
            }
            onDelete={() => onDelete(field)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
