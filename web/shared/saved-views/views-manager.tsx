import { ActionIcon, Modal, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/feedback/toast.tsx'
import { useRowDrag } from '../../ui/table/use-row-drag.ts'
import type { SavedView, ViewQuery, ViewsOf } from './view-list.ts'
import { useChangeView, useRemoveView, useRestoreView } from './views.api.ts'
import classes from './views-manager.module.css'

type Props<Query extends ViewQuery> = {
  of: ViewsOf<Query>
  businessId: string
  views: readonly SavedView<Query>[]
  /** The open view. */
  open: SavedView<Query> | undefined
  onEdit: (view: { _id: string }) => void
  /** Called when the open view was deleted. */
  onLeave: () => void
  onClose: () => void
}

/** All views: their order, changes and deletion. */
export function ViewsManager<Query extends ViewQuery>({ views, onClose, ...props }: Props<Query>) {
  const { t } = useTranslation('saved-views')
  const { t: common } = useTranslation()
  const groups = [
    { label: t('shared'), rows: views.filter(({ isShared }) => isShared) },
    { label: t('private'), rows: views.filter(({ isShared }) => !isShared) },
  ]
  return (
    <Modal opened onClose={onClose} title={t('manage')} closeButtonProps={{ 'aria-label': common('close') }}>
      {groups.map(
        ({ label, rows }) => rows.length > 0 && <ViewGroup key={label} label={label} views={rows} {...props} />,
      )}
      {views.length === 0 && <p>{t('none')}</p>}
    </Modal>
  )
}

type GroupProps<Query extends ViewQuery> = Omit<Props<Query>, 'onClose'> & { label: string }

/** Views in one order, changed by drag or with the arrow keys on the handle. */
function ViewGroup<Query extends ViewQuery>({ of, businessId, label, views, ...props }: GroupProps<Query>) {
  const { t } = useTranslation('saved-views')
  const { t: lists } = useTranslation('lists')
  const [said, say] = useState('')
  const { mutate } = useChangeView({ of, businessId })
  const move = (from: number, to: number) => {
    const moved = views[from]
    if (!moved || to < 0 || to >= views.length) return
    const before = views.filter((view) => view !== moved)[to]
    say(lists('columnMoved', { column: moved.name, position: to + 1, total: views.length }))
    mutate({ id: moved._id, changes: { before: before?._id ?? null } })
  }
  const drag = useRowDrag(views.length, move)
  const onKey = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    move(at, at + step)
  }
  return (
    <section aria-label={label}>
      <h3 className={classes.heading}>{label}</h3>
      <ol className={classes.list} ref={drag.listRef}>
        {views.map((view, at) => (
          <li
            key={view._id}
            className={classes.row}
            data-dragged={drag.from === at || undefined}
            data-drop={drag.placeOf(at)}
          >
            {view.mayChange && (
              <UnstyledButton
                className={classes.handle}
                aria-label={lists('moveColumn', { column: view.name })}
                onPointerDown={(event) => drag.start(event, at)}
                onKeyDown={(event) => onKey(event, at)}
              >
                <IconGripVertical size={16} stroke={1.75} aria-hidden />
              </UnstyledButton>
            )}
            <span className={classes.name}>
              <bdi>{view.name}</bdi>
              <About view={view} />
            </span>
            <ViewActions of={of} businessId={businessId} view={view} {...props} />
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <VisuallyHidden>{t('orderText')}</VisuallyHidden>
    </section>
  )
}

/** Whether it is pinned or the default, and who made a shared one. */
function About({ view: { isPinned, isDefault, isShared, isOwn, createdBy } }: { view: SavedView<unknown> }) {
  const { t } = useTranslation('saved-views')
  const about = [isPinned && t('isPinned'), isDefault && t('isDefault')].filter((text) => text !== false)
  const isOfOther = isShared && !isOwn
  if (about.length === 0 && !isOfOther) return null
  return (
    <span className={classes.about}>
      {about.join(' · ')}
      {about.length > 0 && isOfOther && ' · '}
      {isOfOther && <bdi>{createdBy.name}</bdi>}
    </span>
  )
}

type ActionProps<Query extends ViewQuery> = Pick<Props<Query>, 'of' | 'businessId' | 'open' | 'onEdit' | 'onLeave'> & {
  view: SavedView<Query>
}
function ViewActions<Query extends ViewQuery>({ of, businessId, view, open, onEdit, onLeave }: ActionProps<Query>) {
  const { t } = useTranslation('saved-views')
  const remove = useRemoveView({ of, businessId })
  const restore = useRestoreView({ of, businessId })
  const { name } = view
  const removed = () => {
    if (view._id === open?._id) onLeave()
    toast.success(t('deleted', { name }), { undo: () => restore.mutate(view) })
  }
  return (
    <>
      <ActionIcon size="lg" aria-label={t('edit', { name })} onClick={() => onEdit(view)}>
        <IconPencil size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {view.mayChange && (
        <ActionIcon
          size="lg"
          aria-label={t('delete', { name })}
          loading={remove.isPending}
          onClick={() => remove.mutate(view, { onSuccess: removed })}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </>
  )
}
