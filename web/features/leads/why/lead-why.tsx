import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { LeadWhy as Why } from '#contract/leads/lead-why.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { useNameOfLead } from '../fields/lead-name.tsx'
import classes from './lead-why.module.css'
import { whyQuery } from './why.api.ts'
import { WhyAct } from './why-act.tsx'
import { WhyArrival } from './why-arrival.tsx'
import { WhyNotice } from './why-notice.tsx'

type Props = { lead: Lead; opened: boolean; onClose: () => void }

/** How the lead came, who was notified of it, and what changed it, each with its cause. */
export function LeadWhy({ lead, opened, onClose }: Props) {
  const { t } = useTranslation(['lead-why', 'common'])
  const nameOfLead = useNameOfLead()
  const { businessId } = useBusiness()
  const { data, error, refetch } = useQuery({ ...whyQuery(businessId, lead._id), enabled: opened })
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title={
        <>
          {t('title')} · <bdi>{nameOfLead(lead)}</bdi>
        </>
      }
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={8} columns={2} />}
      {data && <Sections why={data.why} />}
    </Drawer>
  )
}

function Sections({ why: { arrivals, notices, acts } }: { why: Why }) {
  const { t } = useTranslation('lead-why')
  return (
    <>
      <section className={classes.section} aria-labelledby="why-arrivals">
        <h3 id="why-arrivals">{t('arrivals')}</h3>
        <ol className={classes.list}>
          {arrivals.map((arrival) => (
            <WhyArrival key={arrival._id} arrival={arrival} />
          ))}
        </ol>
      </section>
      <section className={classes.section} aria-labelledby="why-notices">
        <h3 id="why-notices">{t('notices')}</h3>
        {notices.length === 0 && <p className={classes.none}>{t('noNotices')}</p>}
        <ol className={classes.list}>
          {notices.map((notice) => (
            <WhyNotice key={notice._id} notice={notice} />
          ))}
        </ol>
      </section>
      <section className={classes.section} aria-labelledby="why-acts">
        <h3 id="why-acts">{t('acts')}</h3>
        {acts.length === 0 && <p className={classes.none}>{t('noActs')}</p>}
        <ol className={classes.list}>
          {acts.map((act) => (
            <WhyAct key={act._id} act={act} />
          ))}
        </ol>
      </section>
    </>
  )
}
