import { Button, Stack } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { consentRoutes } from '#contract/leads/conversations/consents.ts'
import { ApiError, call } from '../../lib/http/call.ts'
import { BusinessIntro } from '../../shared/business-intro.tsx'
import { InterpolatedText } from '../../ui/display/interpolated-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'

const consentQuery = (token: string) =>
  queryOptions({
    queryKey: ['consent', token],
    queryFn: async () => (await call(consentRoutes.open, { params: { token } })).consent,
    retry: false,
  })

/** The page of a link in advertising, by which its receiver withdraws. Opening it changes nothing. */
export function OpenedConsent({ token }: { token: string }) {
  const { t } = useTranslation('recipient')
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(consentQuery(token))
  const decide = useMutation({
    mutationFn: async (wants: boolean) =>
      (await call(consentRoutes.decide, { params: { token }, body: { wants } })).consent,
    onSuccess: (consent) => client.setQueryData(consentQuery(token).queryKey, consent),
  })
  const isDead = error instanceof ApiError && (error.status === 404 || error.status === 422)
  if (isDead) return <EmptyState asPage icon={<IconLinkOff />} title={t('dead.title')} text={t('dead.text')} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} columns={1} />
  const { business, address, state } = data
  const isWithdrawn = state === 'withdrawn'
  return (
    <Stack gap="xl">
      <BusinessIntro
        business={business}
        title={(marks) => t(`leadTitle.${state}`, marks)}
        text={isWithdrawn ? undefined : t('leadText')}
        asPage
      >
        <p>
          <InterpolatedText text={(marks) => t('to', marks)} parts={{ address: <bdi dir="ltr">{address}</bdi> }} />
        </p>
      </BusinessIntro>
      {decide.isSuccess && <p role="status">{t('leadSaid')}</p>}
      <Button
        size="lg"
        fullWidth
        variant={isWithdrawn ? 'default' : 'filled'}
        loading={decide.isPending}
        onClick={() => decide.mutate(isWithdrawn)}
      >
        {t(isWithdrawn ? 'leadReturn' : 'leadStop')}
      </Button>
    </Stack>
  )
}
