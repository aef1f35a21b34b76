import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Session } from '#contract/profile.ts'
import { formatDateTime, formatRecent } from '../../lib/i18n/format.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { sessionsQuery, useSignOutElsewhere } from './profile.api.ts'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'

const handhelds = ['iPhone', 'iPad', 'Android']

/** The account's sessions, and how to end them. */
export function SessionsSection() {
  const { t } = useTranslation('profile')
  const { data, error, refetch } = useQuery(sessionsQuery)
  const end = useSignOutElsewhere()
  const signOut = (id?: string) =>
    end.mutate(id, { onSuccess: () => toast.success(id ? t('sessions.ended') : t('sessions.othersEnded')) })
  const sessions = data?.sessions ?? []
  return (
    <ProfileSection title={t('sessions.title')} text={t('sessions.text')}>
      {!data && !error && <SkeletonRows rows={2} columns={2} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <ul className={classes.sessions}>
          {[...sessions]
            .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
            .map((session) => (
              <Row
                key={session._id}
                session={session}
                isEnding={end.isPending && end.variables === session._id}
                onEnd={() => signOut(session._id)}
              />
            ))}
        </ul>
      )}
      {sessions.length > 1 && (
        <div className={classes.actions}>
          <Button variant="default" loading={end.isPending && end.variables === undefined} onClick={() => signOut()}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      )}
    </ProfileSection>
  )
}

type RowProps = { session: Session; isEnding: boolean; onEnd: () => void }

function Row({ session: { device, ip, lastSeenAt, isCurrent }, isEnding, onEnd }: RowProps) {
  const { t } = useTranslation('profile')
  const { browser, system } = device
  const name =
    browser && system ? t('sessions.device', { browser, system }) : (browser ?? system ?? t('sessions.unknown'))
  const Icon = handhelds.includes(system ?? '') ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.session}>
      <Icon stroke={1.5} aria-hidden />
      <span>
        <span className={classes.device}>{name}</span>
        <span className={classes.seen}>
          {ip && <bdi dir="ltr">{ip}</bdi>}
          {!isCurrent && (
            <time dateTime={lastSeenAt} title={formatDateTime(lastSeenAt)}>
              {t('sessions.lastSeen', { time: formatRecent(lastSeenAt) })}
            </time>
          )}
        </span>
      </span>
      {isCurrent ? (
        <span className={classes.here}>{t('sessions.current')}</span>
      ) : (
        <Button variant="default" loading={isEnding} onClick={onEnd} aria-label={t('sessions.endNamed', { name })}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
