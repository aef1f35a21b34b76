import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { RowState } from '../../../ui/display/row-state.tsx'
import { useToCheck } from './policy.api.ts'

/** How many groups of possible duplicates wait for a decision of those who may merge. */
export function DuplicatesState() {
  const { t } = useTranslation('duplicate-policy')
  const count = useToCheck()
  if (!count) return null
  return <RowState isToDo>{t('toCheck', { number: formatNumber(count) })}</RowState>
}
