import { Box } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { FormOfBusiness } from '#contract/forms.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { usePageSize } from '../../lib/storage.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { SubmissionsOf } from './form-submissions.tsx'
import { allFormsQuery } from './forms.api.ts'
import classes from './forms-page.module.css'

const Search = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) })

/** The forms of all campaigns. They are made and deleted in their campaign. */
export function AllFormsPage() {
  const { t } = useTranslation('forms')
  if (useCan('forms.read')) return <AllForms />
  return (
    <Page title={t('title')}>
      <NoPermission />
    </Page>
  )
}

function AllForms() {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const [{ page }, set] = useSearchState(Search)
  const [limit] = usePageSize('forms')
  const { data, error, refetch } = useQuery(allFormsQuery(businessId, { page, limit }))
  const forms = data?.forms ?? []
  return (
    <Page
      title={t('title')}
      footer={data && data.pagination.total > 0 && <ListPager table="forms" paging={data.pagination} onChange={set} />}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={4} columns={3} />}
      {data?.pagination.total === 0 && (
        <EmptyState icon={<IconForms />} title={t('empty.title')} text={t('all.none')} action={<ToCampaigns />} />
      )}
      {forms.length > 0 && (
        <ul className={classes.forms}>
          {forms.map((form) => (
            <Row key={form._id} form={form} />
          ))}
        </ul>
      )}
    </Page>
  )
}

/** Leads to the form for those who may change it, else to the list of its campaign. */
function Row({ form: { _id, name, campaign, isEnabled, submissions } }: { form: FormOfBusiness }) {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  const canEdit = useCan('campaigns.edit', campaign._id)
  const ofCampaign = paths.forms(businessId, campaign._id)
  return (
    <Box component="li" className={classes.row} mod={{ off: !isEnabled, all: true }}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to={canEdit ? paths.form(businessId, campaign._id, _id) : ofCampaign}>
            <UserText cut>{name}</UserText>
          </Link>
        </h2>
        <span className={classes.address}>
          <Link to={ofCampaign}>
            <UserText cut>{campaign.name}</UserText>
          </Link>
        </span>
      </div>
      <div className={classes.words}>{submissions && <SubmissionsOf submissions={submissions} />}</div>
      {!isEnabled && <span className={classes.second}>{t('closed')}</span>}
    </Box>
  )
}

function ToCampaigns() {
  const { t } = useTranslation('forms')
  const { businessId } = useBusiness()
  return <Link to={paths.campaigns(businessId)}>{t('all.toCampaigns')}</Link>
}
