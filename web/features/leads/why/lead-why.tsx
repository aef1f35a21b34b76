import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WHY_MAX, WHY_STEP, type LeadWhy as Why } from '#contract/leads/history/lead-why.ts'
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
  const [limit, setLimit] = useState(WHY_STEP)
  const asked = useQuery({ ...whyQuery(businessId, lead._id, limit), enabled: opened })
  const { data, error, isPlaceholderData, refetch } = asked
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
      {data && (
        <Sections
          leadId={lead._id}
          why={data.why}
          isLoading={isPlaceholderData}
          onMore={limit < WHY_MAX ? () => setLimit(Math.min(limit + WHY_STEP, WHY_MAX)) : undefined}
        />
      )}
    </Drawer>
  )
}

type SectionsProps = {
  why: Why
  leadId: string
  isLoading: boolean
  /** Undefined: no more can be requested. */
  onMore: (() => void) | undefined
}

function Sections({ why: { arrivals, notices, acts, more }, leadId, isLoading, onMore }: SectionsProps) {
  const { t } = useTranslation('lead-why')
  const moreOf = (part: keyof Why['more']) => more[part] && <More {...{ part, isLoading, onMore }} />
  return (
    <>
      <section className={classes.section} aria-labelledby="why-arrivals">
        <h3 id="why-arrivals">{t('arrivals')}</h3>
        <ol className={classes.list}>
          {arrivals.map((arrival) => (
            <WhyArrival key={arrival._id} arrival={arrival} />
          ))}
        </ol>
        {moreOf('arrivals')}
      </section>
      <section className={classes.section} aria-labelledby="why-notices">
        <h3 id="why-notices">{t('notices')}</h3>
        {notices.length === 0 && <p className={classes.none}>{t('noNotices')}</p>}
        <ol className={classes.list}>
          {notices.map((notice) => (
            <WhyNotice key={notice._id} notice={notice} />
          ))}
        </ol>
        {moreOf('notices')}
      </section>
      <section className={classes.section} aria-labelledby="why-acts">
        <h3 id="why-acts">{t('acts')}</h3>
        {acts.length === 0 && <p className={classes.none}>{t('noActs')}</p>}
        <ol className={classes.list}>
          {acts.map((act) => (
            <WhyAct key={act._id} act={act} leadId={leadId} />
          ))}
        </ol>
        {moreOf('acts')}
      </section>
    </>
  )
}

type MoreProps = Pick<SectionsProps, 'isLoading' | 'onMore'> & { part: keyof Why['more'] }

/** Older items exist: loads them, or says that only the newest are shown. */
function More({ part, isLoading, onMore }: MoreProps) {
  const { t } = useTranslation(['lead-why', 'common'])
  if (!onMore) return <p className={classes.none}>{t('onlyNewest', { count: WHY_MAX })}</p>
  return (
    <Button variant="default" fullWidth loading={isLoading} onClick={onMore} aria-describedby={`why-${part}`}>
      {t('loadMore', { ns: 'common' })}
    </Button>
  )
}
