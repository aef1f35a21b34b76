import { Button } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReopenBusiness } from '../../features/businesses/businesses.api.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './closing-banner.module.css'

/** Shown on every page of a closing business: the date of erasure and, for Owners, a link to reopen it. */
export function ClosingBanner({ closesAt }: { closesAt: string }) {
  const { t } = useTranslation('shell')
  const { businessId } = useBusiness()
  const canManage = useCan('business.settings')
  const reopen = useReopenBusiness(businessId)
  return (
    <div role="status" className={classes.banner} data-hue="red">
      <IconHourglassLow size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <span>{t('closingBanner', { day: formatDate(closesAt) })}</span>
      {canManage && (
        <Button
          size="compact-sm"
          variant="default"
          loading={reopen.isPending}
          onClick={() => reopen.mutate(undefined, { onSuccess: () => toast.success(t('reopened')) })}
        >
          {t('reopen')}
        </Button>
      )}
    </div>
  )
}
