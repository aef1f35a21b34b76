import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '#contract/leads/lead-where.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import classes from './where.module.css'
import { draftOf, hasRoom, newRule, parseDraft } from './where-draft.ts'
import { WhereGroupFields } from './where-group.tsx'
import { fitsInAddress } from './where-text.ts'

type Props = {
  businessId: string
  where: Where | undefined
  opened: boolean
  onClose: () => void
  /** null: no conditions. */
  onApply: (where: Where | null) => void
}

/** Edits conditions on every field, joined by "and" and "or"; Apply sets them. */
export function WhereBuilder({ opened, onClose, ...props }: Props) {
  // Also loads the names of call statuses, so that a field that is chosen later does not suspend the window.
  const { t } = useTranslation(['leads', 'calls'])
  const { t: common } = useTranslation()
  const isNarrow = useNarrow()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      fullScreen={isNarrow}
      title={t('where.title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {/* The key changes when the window opens, which drops a draft that was not applied. */}
      <Fields key={String(opened)} {...props} />
    </Modal>
  )
}

function Fields({ businessId, where, onApply }: Omit<Props, 'opened' | 'onClose'>) {
  const { t } = useTranslation('leads')
  const [draft, setDraft] = useState(() => (where ? draftOf(where) : { id: 'top', isAll: true, parts: [newRule()] }))
  const ready = parseDraft(draft)
  const isTooLong = ready ? !fitsInAddress(ready) : false
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready !== undefined && !isTooLong) onApply(ready)
      }}
    >
      <WhereGroupFields businessId={businessId} group={draft} onChange={setDraft} hasRoom={hasRoom(draft)} />
      <p className={classes.hint} role="status">
        {isTooLong ? t('where.tooLong') : ready === undefined ? t('where.incomplete') : ''}
      </p>
      <div className={classes.foot}>
        <Button variant="default" onClick={() => onApply(null)} disabled={!where}>
          {t('where.clear')}
        </Button>
        <Button type="submit" disabled={ready === undefined || isTooLong}>
          {t('where.apply')}
        </Button>
      </div>
    </form>
  )
}
