import { Button, Group } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** No telephony account is connected yet: says what an Owner can do. */
export function NoAccount({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('numbers')
  const { businessId } = useBusiness()
  const canConnect = useCan('business.settings')
  return (
    <EmptyState
      icon={<IconPlugConnectedX />}
      title={t('noAccount.title')}
      text={t(canConnect ? 'noAccount.text' : 'noAccount.askOwner')}
      action={
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('setup.later')}
          </Button>
          {canConnect && (
            <Button component={Link} to={paths.numbers(businessId)}>
              {t('noAccount.connect')}
            </Button>
          )}
        </Group>
      }
    />
  )
}
