import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fixedPeriodNames, fixedPeriods } from '#contract/retention.ts'
import { formatDateTime } from '../../lib/i18n/format.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { clocksQuery, erasuresQuery } from './privacy.api.ts'
import classes from './privacy.module.css'
import { ClocksForm } from './retention-form.tsx'

/** The business's retention periods, and its erasures. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy')
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery(clocksQuery(businessId))
  return (
    <Page title={t('settings.title')} context={t('settings.text')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={6} columns={2} />}
      {data && (
        <FormSections>
          <FormSection title={t('settings.clocks')} text={t('settings.clocksText')}>
            <ClocksForm businessId={businessId} settings={data.clocks} />
          </FormSection>
          <FormSection title={t('settings.fixed')} text={t('settings.fixedText')}>
            <ul className={classes.facts}>
              {fixedPeriodNames.map((clock) => (
                <li key={clock} className={classes.fact}>
                  <span>{t(`fixedClock.${clock}`)}</span>
                  <span>{t(`settings.${fixedPeriods[clock].unit}`, { count: fixedPeriods[clock].amount })}</span>
                </li>
              ))}
            </ul>
          </FormSection>
          <Erasures businessId={businessId} />
        </FormSections>
      )}
    </Page>
  )
}

function Erasures({ businessId }: { businessId: string }) {
  const { t } = useTranslation('privacy')
  const { data } = useQuery(erasuresQuery(businessId))
  return (
    <FormSection title={t('settings.erasures')} text={t('settings.erasuresText')}>
      {data?.erasures.length === 0 && <p className={classes.hint}>{t('settings.noErasures')}</p>}
      {data && data.erasures.length > 0 && (
        <ul className={classes.erasures}>
          {data.erasures.map(({ _id, at, by, leads, finishedAt }) => (
            <li key={_id} className={classes.erasure}>
              <div>
                <bdi className={classes.name}>{by.name}</bdi>
                <p className={classes.when}>
                  <time dateTime={at}>{formatDateTime(at)}</time>
                </p>
              </div>
              <span>{finishedAt ? t('settings.erasedLeads', { count: leads }) : t('settings.running')}</span>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  )
}
