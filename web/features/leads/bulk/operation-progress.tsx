import { Progress, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Operation } from '#contract/operations.ts'
import { formatNumber } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session.ts'
import classes from './operation-progress.module.css'
import { cancelOperation } from './operations.api.ts'
import { useOperationWords } from './use-operation-texts.ts'

/** How far the operations have come that take longer than a moment; they go on when the list is left. */
export const OperationProgress = ({ running }: { running: readonly Operation[] }) => (
  <div className={classes.place}>
    {running.map((operation) => (
      <One key={operation._id} operation={operation} />
    ))}
  </div>
)

function One({ operation }: { operation: Operation }) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const words = useOperationWords()
  const { businessId } = useBusiness()
  const { total, done, skipped } = operation
  const passed = done + skipped
  return (
    <div className={classes.card} role="status">
      <div className={classes.words}>
        <strong>{words.running(operation)}</strong>
        <span className="tabular">
          {t('operation.progress', { done: formatNumber(passed), total: formatNumber(total) })}
        </span>
        {operation.canCancel && (
          <UnstyledButton className={classes.cancel} onClick={() => void cancelOperation(operation)}>
            {common('cancel')}
          </UnstyledButton>
        )}
      </div>
      <Progress value={total === 0 ? 0 : (100 * passed) / total} size="xs" aria-label={words.running(operation)} />
      <p className={classes.hint}>
        {t('operation.canLeave')}
        <Link to={paths.operations(businessId)} className={classes.all}>
          {t('operation.all')}
        </Link>
      </p>
    </div>
  )
}
