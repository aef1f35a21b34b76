import { Progress, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Operation } from '#contract/leads/operations.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import classes from './operation-progress.module.css'
import { cancelOperation } from './operations.api.ts'
import { useOperationTexts } from './use-operation-texts.ts'

/** Progress of running operations; they continue when the page is left. */
export const OperationProgress = ({ running }: { running: readonly Operation[] }) => (
  <div className={classes.place}>
    {running.map((operation) => (
      <OperationCard key={operation._id} operation={operation} />
    ))}
  </div>
)

function OperationCard({ operation }: { operation: Operation }) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const texts = useOperationTexts()
  const { businessId } = useBusiness()
  const { total, done, skipped } = operation
  const passed = done + skipped
  return (
    <div className={classes.card} role="status">
      <div className={classes.words}>
        <strong>{texts.running(operation)}</strong>
        <span className="tabular">
          {t('operation.progress', { done: formatNumber(passed), total: formatNumber(total) })}
        </span>
        {operation.canCancel && (
          <UnstyledButton className={classes.cancel} onClick={() => void cancelOperation(operation)}>
            {common('cancel')}
          </UnstyledButton>
        )}
      </div>
      <Progress value={total === 0 ? 0 : (100 * passed) / total} size="xs" aria-label={texts.running(operation)} />
      <p className={classes.hint}>
        {t('operation.canLeave')}
        <Link to={paths.operations(businessId)} className={classes.all}>
          {t('operation.all')}
        </Link>
      </p>
    </div>
  )
}
