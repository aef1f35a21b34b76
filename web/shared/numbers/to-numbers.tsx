import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'

/** Leads from a list without calls to the numbers, for those who may set them up. */
export function ToNumbers() {
  const { t } = useTranslation('shell')
  const { businessId } = useBusiness()
  const canSetUp = useCan('campaigns.edit')
  return (
    canSetUp && (
      <Button variant="default" component={Link} to={paths.numbers(businessId)}>
        {t('numbers')}
      </Button>
    )
  )
}
