import { Button, Switch } from '@mantine/core'
import { IconCalendarPlus, IconExternalLink, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookingPage } from '#contract/leads/meetings/booking/booking-pages.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { bookingPagesQuery, useChangePage } from './booking-pages.api.ts'
import classes from './booking-pages.module.css'

const PageDialog = lazily(() => import('./page-dialog.tsx'), 'PageDialog')

/** Pages on which strangers book meetings: one's own, and the team's. */
export function BookingPagesPage() {
  const { t } = useTranslation('booking-pages')
  const { businessId } = useBusiness()
  const mayOwn = useCan('booking.own')
  const { data, error, refetch } = useQuery({ ...bookingPagesQuery(businessId), enabled: mayOwn })
  const [open, setOpen] = useState<{ page: BookingPage | undefined }>()
  const add = (
    <Button leftSection={<IconPlus stroke={2} aria-hidden />} onClick={() => setOpen({ page: undefined })}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')} context={t('text')} actions={data && data.length > 0 && add}>
      {!mayOwn && <NoPermission />}
      {mayOwn && !data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {mayOwn && !data && !error && <SkeletonRows rows={4} columns={3} />}
      {data?.length === 0 && (
        <EmptyState icon={<IconCalendarPlus />} title={t('empty')} text={t('emptyText')} action={add} />
      )}
      {data && data.length > 0 && (
        <ul className={classes.rows} aria-label={t('title')}>
          {data.map((page) => (
            <Row key={page._id} page={page} onOpen={() => setOpen({ page })} />
          ))}
        </ul>
      )}
      <Suspense>
        {open && <PageDialog key={open.page?._id ?? 'new'} page={open.page} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </Page>
  )
}

function Row({ page, onOpen }: { page: BookingPage; onOpen: () => void }) {
  const { t } = useTranslation('booking-pages')
  const { businessId } = useBusiness()
  const change = useChangePage(businessId)
  const { title } = page.settings
  const name = title[currentLanguage()] || title.he || title.en
  const path = paths.booking(page.slug)
  const url = `${window.location.origin}${path}`
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <button type="button" className={classes.open} disabled={!page.canEdit} onClick={onOpen}>
            <bdi>{name}</bdi>
          </button>
        </h2>
        <span className={classes.second}>
          {page.owner ? <bdi>{page.owner.name}</bdi> : t('team', { count: page.settings.userIds.length })}
          {' · '}
          <bdi>{page.campaignName}</bdi>
        </span>
      </div>
      <span className={classes.link}>
        <bdi dir="ltr">{path}</bdi>
        <CopyButton value={url} what={t('link')} />
        <a href={path} target="_blank" rel="noreferrer" aria-label={t('openPage', { name })} className={classes.icon}>
          <IconExternalLink size={16} aria-hidden />
        </a>
      </span>
      <span className={classes.second}>{t('meetings', { count: page.meetings })}</span>
      <Switch
        aria-label={t('activeOf', { name })}
        checked={page.isActive}
        disabled={!page.canEdit || change.isPending}
        onChange={({ currentTarget }) => change.mutate({ id: page._id, isActive: currentTarget.checked })}
      />
    </li>
  )
}
