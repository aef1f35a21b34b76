import { Button, Stack } from '@mantine/core'
import { IconBellOff, IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OpenedRecipient as Opened } from '#contract/notifications/recipients.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { ApiError } from '../../lib/http/call.ts'
import { BusinessIntro } from '../../shared/business-intro.tsx'
import { InterpolatedText } from '../../ui/display/interpolated-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import classes from './opened-recipient.module.css'
import { recipientQuery, useDecide } from './recipients.api.ts'

/** Asks a listed recipient whether they want a campaign's notices. Opening it changes nothing. */
export function OpenedRecipient({ token }: { token: string }) {
  const { t } = useTranslation('recipient')
  const { data, error, refetch } = useQuery(recipientQuery(token))
  const isDead = error instanceof ApiError && (error.status === 404 || error.status === 422)
  if (isDead) return <EmptyState asPage icon={<IconLinkOff />} title={t('dead.title')} text={t('dead.text')} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} columns={1} />
  return <Question token={token} recipient={data} />
}

function Question({ token, recipient }: { token: string; recipient: Opened }) {
  const { t } = useTranslation('recipient')
  const { business, channel, address, state } = recipient
  const shown = channel === 'sms' ? formatPhone(address) : address
  return (
    <Stack gap="xl">
      <BusinessIntro
        business={business}
        title={(marks) => t(`title.${state}`, marks)}
        text={state === 'refused' ? undefined : t(`text.${channel}`)}
        asPage
      >
        <p className={classes.to}>
          <InterpolatedText text={(marks) => t('to', marks)} parts={{ address: <bdi dir="ltr">{shown}</bdi> }} />
        </p>
      </BusinessIntro>
      <Answers token={token} state={state} />
    </Stack>
  )
}

/** The answer can be changed: each notice contains the same link. */
function Answers({ token, state }: { token: string; state: Opened['state'] }) {
  const { t } = useTranslation('recipient')
  const decide = useDecide(token)
  const isBusy = (wants: boolean) => decide.isPending && decide.variables === wants
  const answer = (wants: boolean, isFirst: boolean) => (
    <Button
      size="lg"
      fullWidth
      variant={isFirst ? 'filled' : 'default'}
      loading={isBusy(wants)}
      onClick={() => decide.mutate(wants)}
    >
      {t(wants ? 'yes' : state === 'confirmed' ? 'stop' : 'no')}
    </Button>
  )
  return (
    <Stack gap="md">
      {state !== 'asked' && (
        <p className={classes.said} role="status">
          {state === 'confirmed' ? (
            <IconCircleCheck size={20} stroke={1.75} aria-hidden />
          ) : (
            <IconBellOff size={20} stroke={1.75} aria-hidden />
          )}
          {t(`said.${state}`)}
        </p>
      )}
      {state !== 'confirmed' && answer(true, state === 'asked')}
      {state !== 'refused' && answer(false, false)}
      <p className={classes.small}>{t(state === 'asked' ? 'unknown' : 'later')}</p>
    </Stack>
  )
}
