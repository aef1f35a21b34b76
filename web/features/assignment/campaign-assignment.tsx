import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignAssignment } from '#contract/leads/assignment/assignment.ts'
import { lazily } from '../../lib/lazy.ts'
import { useLiveInvalidate } from '../../lib/live-list.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { CampaignPart } from '../../shared/tabs/campaign-part.tsx'
import type { CampaignDetails } from '../../shared/tabs/campaign-tab.ts'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { assignmentKey, assignmentQuery } from './assignment.api.ts'
import classes from './assignment.module.css'

const RuleDialog = lazily(() => import('./rule-dialog.tsx'), 'RuleDialog')

/** Who gets the campaign's new leads, and what happens when one is not answered in time. */
export function CampaignAssignmentPart({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('assignment')
  const { businessId } = useBusiness()
  const canEdit = useCan('assignment.edit', campaign._id)
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({ ...assignmentQuery(businessId, campaign._id), enabled: canEdit })
  const topics = ['campaign', 'shift', 'member'] as const
  useLiveInvalidate({ businessId, topics: [...topics] }, [assignmentKey(businessId, campaign._id)])
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
      {data && <Summary assignment={data} target={campaign.responseTarget} />}
      {data && isEditing && (
        <Suspense>
          <RuleDialog campaign={campaign} assignment={data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </CampaignPart>
  )
}

type SummaryProps = { assignment: CampaignAssignment; target: number | null }
function Summary({ assignment: { rule, people, waiting }, target }: SummaryProps) {
  const { t } = useTranslation('assignment')
  const { mode, members, escalation } = rule
  const chosen = members.flatMap(({ userId, weight }) => {
    const person = people.find(({ user }) => user._id === userId)
    return person ? [{ ...person, weight }] : []
  })
  const facts = [
    t(`modes.${mode}.about`),
    ...(mode === 'none'
      ? []
      : (['onShiftOnly', 'knownFirst', 'waits'] as const)
          .filter((name) => rule[name])
          .map((name) => t(`said.${name}`))),
    target === null ? t('said.noTarget') : t('said.target', { count: target }),
    ...(escalation && target !== null ? [saidOf(t, escalation.handOvers)] : []),
  ]
  return (
    <>
      <ul className={classes.facts}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {mode !== 'none' && chosen.length === 0 && <p className={classes.warning}>{t('noMembers')}</p>}
      {mode !== 'none' && chosen.length > 0 && (
        <ul className={classes.people}>
          {chosen.map(({ user, isOnShift, open, capacity, weight }) => (
            <li key={user._id} className={classes.person}>
              <PersonAvatar name={user.name} id={user._id} image={user.image} size="sm" />
              <span className={classes.name}>
                <UserText cut>{user.name}</UserText>
              </span>
              <span className={classes.load}>
                {mode === 'weighted' && <span>{t('weightSaid', { weight })}</span>}
                {open !== null && (
                  <span>{capacity === null ? t('open', { count: open }) : t('openOf', { count: open, capacity })}</span>
                )}
                {!isOnShift && <span>{t('offShift')}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {waiting > 0 && <p className={classes.warning}>{t('waiting', { count: waiting })}</p>}
    </>
  )
}

const saidOf = (t: ReturnType<typeof useTranslation<'assignment'>>['t'], handOvers: number) =>
  handOvers > 0 ? t('said.handOvers', { count: handOvers }) : t('said.reported')
