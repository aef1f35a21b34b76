import { UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/feedback/toast.tsx'
import type { SavedView, ViewQuery, ViewsOf } from './view-list.ts'
import { useChangeView } from './views.api.ts'
import classes from './views-bar.module.css'

type Props<Query extends ViewQuery> = {
  of: ViewsOf<Query>
  businessId: string
  view: SavedView<Query>
  /** What the list shows now. */
  shown: Query
  onSaveAs: () => void
}

/** Says that the list shows something other than the view, and what can be done. */
export function ChangedView<Query extends ViewQuery>({ of, businessId, view, shown, onSaveAs }: Props<Query>) {
  const { t } = useTranslation('saved-views')
  const navigate = useNavigate()
  const { mutate, isPending } = useChangeView({ of, businessId })
  const save = () =>
    mutate(
      { id: view._id, changes: { query: shown, expected: { query: view.query } } },
      { onSuccess: () => toast.success(t('saved')) },
    )
  return (
    <section className={classes.changed} aria-label={t('changed')}>
      <span role="status">{t('changed')}</span>
      {view.mayChange && (
        <UnstyledButton className={classes.act} disabled={isPending} onClick={save}>
          {t('saveChanges')}
        </UnstyledButton>
      )}
      <UnstyledButton className={classes.act} onClick={onSaveAs}>
        {t('saveAs')}
      </UnstyledButton>
      <UnstyledButton
        className={classes.act}
        onClick={() => void navigate({ ...of.linkTo(businessId, view), replace: true })}
      >
        {t('discard')}
      </UnstyledButton>
    </section>
  )
}
