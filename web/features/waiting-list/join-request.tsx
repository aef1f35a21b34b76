import { Button, Stack, Textarea } from '@mantine/core'
import { IconHourglass, IconLinkOff, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JOIN_NOTE_MAX, JOIN_SOURCE_MAX, type OwnRequest } from '#contract/team/waiting-list.ts'
import { ApiError } from '../../lib/http/call.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchText } from '../../lib/search.ts'
import { useMaybeSession } from '../../lib/session/session.ts'
import { BusinessIntro } from '../../shared/business-intro.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import classes from './join-request.module.css'
import { openedLinkQuery, ownRequestsQuery, useAskToJoin } from './waiting-list.api.ts'

type Business = OwnRequest['business']

/** The public link of a business: shows it and lets people request to join. */
export function JoinRequest({ linkKey }: { linkKey: string }) {
  const { t } = useTranslation('join')
  const { data: business, error, refetch } = useQuery(openedLinkQuery(linkKey))
  const session = useMaybeSession()
  const isDead = error instanceof ApiError && (error.status === 404 || error.status === 422)
  if (isDead) return <EmptyState asPage icon={<IconLinkOff />} title={t('dead.title')} text={t('dead.text')} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!business) return <SkeletonRows rows={4} columns={1} />
  const isMember = session?.businesses.some(({ businessId }) => businessId === business._id)
  if (isMember)
    return (
      <EmptyState
        asPage
        icon={<IconUserCheck />}
        title={t('member.title')}
        text={t('member.text', { business: business.name })}
        action={
          <Button component={Link} to={paths.leads(business._id)}>
            {t('member.open')}
          </Button>
        }
      />
    )
  if (session && session.user.status !== 'Pending') return <Asking linkKey={linkKey} business={business} />
  return (
    <Stack gap="xl">
      <Words business={business} />
      {session ? <ConfirmFirst linkKey={linkKey} /> : <SignIn linkKey={linkKey} />}
    </Stack>
  )
}

function Words({ business }: { business: Business }) {
  const { t } = useTranslation('join')
  return <BusinessIntro business={business} title={(marks) => t('title', marks)} text={t('text')} asPage />
}

/** The current path, with the source in its search. */
function usePath(linkKey: string) {
  const { source } = useSearchText()
  const search = source ? `?${new URLSearchParams({ source })}` : ''
  return { source: (source ?? '').slice(0, JOIN_SOURCE_MAX), path: paths.join(linkKey) + search }
}

function SignIn({ linkKey }: { linkKey: string }) {
  const { t } = useTranslation('join')
  const search = new URLSearchParams({ next: usePath(linkKey).path })
  return (
    <Stack gap="md">
      <Button component={Link} to={`${paths.register}?${search}`} size="lg" fullWidth>
        {t('register')}
      </Button>
      <Button component={Link} to={`${paths.login}?${search}`} size="lg" fullWidth variant="default">
        {t('haveAccount')}
      </Button>
    </Stack>
  )
}

function ConfirmFirst({ linkKey }: { linkKey: string }) {
  const { t } = useTranslation('join')
  const search = new URLSearchParams({ next: usePath(linkKey).path })
  return (
    <Stack gap="sm">
      <p className={classes.text}>{t('confirmText')}</p>
      <Button component={Link} to={`${paths.verifyPhone}?${search}`} size="lg" fullWidth>
        {t('confirm')}
      </Button>
    </Stack>
  )
}

function Asking({ linkKey, business }: { linkKey: string; business: Business }) {
  const { t } = useTranslation('join')
  const { data: own, isPending } = useQuery(ownRequestsQuery)
  const { source } = usePath(linkKey)
  const ask = useAskToJoin(linkKey)
  const [note, setNote] = useState('')
  if (isPending) return <SkeletonRows rows={4} columns={1} />
  if (own?.some((one) => one.business._id === business._id)) return <Waits business={business} />
  return (
    <Stack gap="xl">
      <Words business={business} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate({ note, source })
        }}
      >
        <Stack gap="md">
          <Textarea
            label={t('note')}
            description={t('noteText')}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={JOIN_NOTE_MAX}
            dir="auto"
            autosize
            minRows={3}
            maxRows={8}
          />
          <Button type="submit" size="lg" fullWidth loading={ask.isPending}>
            {t('ask')}
          </Button>
          {ask.error && (
            <p className={classes.refusal} role="alert">
              {ask.error.message}
            </p>
          )}
        </Stack>
      </form>
    </Stack>
  )
}

/** The final state: waiting for approval. */
function Waits({ business }: { business: Business }) {
  const { t } = useTranslation('join')
  return (
    <EmptyState
      asPage
      icon={<IconHourglass />}
      title={t('waits.title')}
      text={t('waits.text', { business: business.name })}
      action={
        <Button component={Link} to={paths.home} variant="default">
          {t('waits.on')}
        </Button>
      }
    />
  )
}
