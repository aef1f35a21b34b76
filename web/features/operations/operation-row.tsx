import { Button, Progress } from '@mantine/core'
import { IconArrowBackUp, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Operation } from '#contract/leads/operations.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { useErrorText } from '../../lib/i18n/use-error-text.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { LeftLeads } from './left-leads.tsx'
import { OperationTitle } from './operation-title.tsx'
import { isRunning, useCancel, useUndo } from './operations.api.ts'
import classes from './operations-page.module.css'

const hues = { queued: 'slate', running: 'sky', done: 'green', failed: 'red', cancelled: 'amber' } as const

type Props = { operation: Operation; businessId: string }

/** An operation: action, leads, author, time, progress, and buttons to cancel or undo it. */
export function OperationRow({ operation, businessId }: Props) {
  const { t } = useTranslation('operations')
  const { _id, author, createdAt, state, canUndo, canCancel } = operation
  const undo = useUndo(businessId)
  const cancel = useCancel(businessId)
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <OperationTitle operation={operation} />
        </h2>
        <span className={classes.second}>
          <UserText>{author.name}</UserText> · <RelativeTime at={createdAt} />
        </span>
      </div>
      <div className={classes.words}>
        <span className={classes.stateLine}>
          <span className={classes.state} data-hue={hues[state]}>
            {t(`state.${state}`)}
          </span>
          {operation.undoneBy && !canUndo && <span className={classes.second}>{t('undone')}</span>}
        </span>
        <Result operation={operation} businessId={businessId} />
      </div>
      <div className={classes.actions}>
        {canCancel && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(_id)}
          >
            {t('cancel')}
          </Button>
        )}
        {canUndo && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={16} stroke={1.75} data-mirror aria-hidden />}
            loading={undo.isPending}
            onClick={() => undo.mutate(_id, { onSuccess: () => toast.success(t('undoBegun')) })}
          >
            {t('undo')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Result({ operation, businessId }: Props) {
  const { t } = useTranslation('operations')
  const errorText = useErrorText()
  const [isOpen, setOpen] = useState(false)
  const { total, done, skipped, error } = operation
  const passed = done + skipped
  const reason = errorText(error)
  if (isRunning(operation))
    return (
      <div className={classes.progress}>
        <Progress value={total === 0 ? 0 : (100 * passed) / total} size="sm" aria-label={t('progressOf')} />
        <span className={classes.second}>
          {t('progress', { done: formatNumber(passed), total: formatNumber(total) })}
        </span>
      </div>
    )
  return (
    <>
      {error && <span className={classes.error}>{reason}</span>}
      <span className={classes.second}>
        {t('changed', { count: done, total: formatNumber(done) })}
        {skipped > 0 && (
          <>
            {' · '}
            <button
              type="button"
              className={classes.more}
              aria-expanded={isOpen}
              onClick={() => setOpen((open) => !open)}
            >
              {t('left', { count: skipped, total: formatNumber(skipped) })}
            </button>
          </>
        )}
      </span>
      {isOpen && <LeftLeads businessId={businessId} id={operation._id} skipped={skipped} />}
    </>
  )
}
