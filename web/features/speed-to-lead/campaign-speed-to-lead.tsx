import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignSpeed } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import { lazily } from '../../lib/lazy.ts'
import { useLiveInvalidate } from '../../lib/live-list.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { CampaignPart } from '../../shared/tabs/campaign-part.tsx'
import type { CampaignDetails } from '../../shared/tabs/campaign-tab.ts'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { speedKey, speedQuery } from './speed-to-lead.api.ts'
import classes from './speed-to-lead.module.css'

const SpeedDialog = lazily(() => import('./speed-dialog.tsx'), 'SpeedDialog')

/** Whether the campaign's people are rung the moment a lead arrives, and who can be rung now. */
export function CampaignSpeedToLead({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('speed-to-lead')
  const { businessId } = useBusiness()
  const canEdit = useCan('assignment.edit', campaign._id)
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({ ...speedQuery(businessId, campaign._id), enabled: canEdit })
  const topics = ['campaign', 'shift', 'member', 'number'] as const
  useLiveInvalidate({ businessId, topics: [...topics] }, [speedKey(businessId, campaign._id)])
  if (!canEdit) return null
  return (
    <CampaignPart
      title={t('title')}
      action={
        data && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {t('change')}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} columns={2} />}
      {data && <Summary speed={data} />}
      {data && isEditing && (
        <Suspense>
          <SpeedDialog campaignId={campaign._id} speed={data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </CampaignPart>
  )
}

function Summary({ speed: { settings, hasNumber, people } }: { speed: CampaignSpeed }) {
  const { t } = useTranslation('speed-to-lead')
  const { isOn, sources, ringSeconds, peopleMax } = settings
  if (!isOn)
    return (
      <p className={classes.off}>
        {t('off')} {!hasNumber && t('needsNumber')}
      </p>
    )
  const canRing = people.some(({ isOnShift, via }) => isOnShift && via !== null)
  return (
    <>
      <ul className={classes.facts}>
        <li>{t(sources.length > 1 ? 'said.both' : `said.${sources[0] ?? 'form'}`)}</li>
        <li>{t('said.seconds', { count: ringSeconds })}</li>
        <li>{t('said.people', { count: peopleMax })}</li>
        <li>{t('said.quiet')}</li>
      </ul>
      {!hasNumber && <p className={classes.warning}>{t('noNumber')}</p>}
      {hasNumber && !canRing && <p className={classes.warning}>{t('noPeople')}</p>}
      <ul className={classes.people} aria-label={t('people')}>
        {people.map(({ user, isOnShift, via }) => (
          <li key={user._id} className={classes.person}>
            <PersonAvatar name={user.name} id={user._id} image={user.image} size="sm" />
            <span className={classes.name}>
              <UserText cut>{user.name}</UserText>
            </span>
            <span className={classes.state}>{t(isOnShift ? `via.${via ?? 'none'}` : 'offShift')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
