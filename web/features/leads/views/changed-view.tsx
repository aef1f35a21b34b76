import { UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { LeadView, LeadViewQuery } from '#contract/leads/views/lead-views.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { linkToView } from './view-query.ts'
import { useChangeView } from './views.api.ts'
import classes from './views-bar.module.css'

type Props = {
  businessId: string
  view: LeadView
  /** What the list shows now. */
  shown: LeadViewQuery
  onSaveAs: () => void
}

/** Says that the list shows something other than the view, and what can be done. */
export function ChangedView({ businessId, view, shown, onSaveAs }: Props) {
  const { t } = useTranslation('lead-views')
  const navigate = useNavigate()
  const { mutate, isPending } = useChangeView(businessId)
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
        onClick={() => void navigate({ ...linkToView(businessId, view), replace: true })}
      >
        {t('discard')}
      </UnstyledButton>
    </section>
  )
}
