import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'

export function NewFormButton({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  return (
    <Button
      component={Link}
      to={paths.newForm(businessId, campaignId)}
      leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
    >
      {t('create')}
    </Button>
  )
}
