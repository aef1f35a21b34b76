import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useBusiness, useCan, useSession } from '../../../lib/session/session.ts'
import { UnsentSlot } from '../../../shared/unsent/unsent-slot.tsx'
import { followUpsQuery, useFollowUpActions } from '../follow-ups.api.ts'
import classes from '../follow-ups.module.css'

const FollowUpItem = lazily(() => import('./follow-up-item.tsx'), 'FollowUpItem')
const FollowUpForm = lazily(() => import('../follow-up-form.tsx'), 'FollowUpForm')

/** The lead's open follow-ups: one's own first and, with the right to it, those of colleagues. */
export function NextAction({ lead }: { lead: Pick<Lead, '_id' | 'campaignId'> }) {
  return useCan('followUps.edit', lead.campaignId) ? <OpenFollowUps lead={lead} /> : null
}

function OpenFollowUps({ lead: { _id: leadId, campaignId } }: { lead: Pick<Lead, '_id' | 'campaignId'> }) {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const { user } = useSession()
  const isForOthers = useCan('followUps.team', campaignId)
  const { data } = useQuery(followUpsQuery(businessId, leadId))
  const actions = useFollowUpActions(businessId)
  const [edited, edit] = useState<FollowUp | 'new' | null>(null)
  useLiveInvalidate({ businessId, topics: ['followUp'], concerns: (event) => event.leadId === leadId }, [
    queryKeys.followUps(businessId),
  ])
  const open = (data?.followUps ?? []).filter(({ closedAt }) => closedAt === null)
  const own = open.filter((one) => one.user._id === user._id)
  return (
    <section className={classes.panel} aria-labelledby="next-action" aria-busy={!data}>
      <h2 id="next-action" className={classes.title}>
        {t('nextAction')}
      </h2>
      <UnsentSlot leadId={leadId} of="followUps" />
      <ul className={classes.list}>
        <Suspense>
          {[...own, ...open.filter((one) => !own.includes(one))].map((followUp) => (
            <FollowUpItem
              key={followUp._id}
              followUp={followUp}
              campaignId={campaignId}
              isOwn={own.includes(followUp)}
              actions={actions}
              onEdit={() => edit(followUp)}
            />
          ))}
        </Suspense>
      </ul>
      {own.length === 0 && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconCalendarPlus stroke={1.75} aria-hidden />}
          disabled={!data}
          onClick={() => edit('new')}
        >
          {t('set')}
        </Button>
      )}
      {edited && (
        <Suspense>
          <FollowUpForm
            businessId={businessId}
            target={{ leadId, campaignId, userId: user._id, followUp: edited === 'new' ? undefined : edited }}
            isForOthers={isForOthers}
            onClose={() => edit(null)}
          />
        </Suspense>
      )}
    </section>
  )
}
