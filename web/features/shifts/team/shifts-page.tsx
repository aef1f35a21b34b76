import { useTranslation } from 'react-i18next'
import { Page } from '../../../ui/layout/page.tsx'

/** The team's week. */
export function ShiftsPage() {
  const { t } = useTranslation('shell')
  return (
    <Page title={t('shifts')}>
      <p />
    </Page>
  )
}
