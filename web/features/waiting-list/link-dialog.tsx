import { Button, Modal, Stack, Switch } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBusiness } from '../../lib/session/session.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { joinLinkQuery, useChangeLink } from './waiting-list.api.ts'
import classes from './waiting-page.module.css'

/** The business's public link: on or off, copied, or replaced by a new one. */
export function LinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('waiting-list')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const { data: link, error, refetch, isPending } = useQuery(joinLinkQuery(businessId))
  const change = useChangeLink(businessId)
  const isEnabled = link?.isEnabled ?? false
  return (
    <Modal opened onClose={onClose} title={t('link.title')} closeButtonProps={{ 'aria-label': common('close') }}>
      {isPending && <SkeletonRows rows={2} columns={1} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!isPending && !error && (
        <Stack gap="md">
          <p className={classes.quiet}>{t('link.text')}</p>
          <Switch
            checked={isEnabled}
            disabled={change.isPending}
            label={t('link.enabled')}
            onChange={(event) => change.mutate({ isEnabled: event.currentTarget.checked })}
          />
          {link && isEnabled && (
            <>
              <div className={classes.urlRow}>
                <bdi dir="ltr" className={classes.url}>
                  {link.url}
                </bdi>
                <CopyButton value={link.url} what={t('link.title')} />
              </div>
              <p className={classes.quiet}>
                {t('link.source')} <bdi dir="ltr">?source=website</bdi>
              </p>
              <Stack gap="xs" align="flex-start">
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
                  loading={change.isPending}
                  onClick={() =>
                    change.mutate(
                      { isEnabled: true, renew: true },
                      { onSuccess: () => toast.success(t('link.renewed')) },
                    )
                  }
                >
                  {t('link.renew')}
                </Button>
                <p className={classes.quiet}>{t('link.renewText')}</p>
              </Stack>
            </>
          )}
        </Stack>
      )}
    </Modal>
  )
}
