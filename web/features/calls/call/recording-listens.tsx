import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { listensQuery } from '../calls.api.ts'
import classes from './call-drawer.module.css'

/** Who listened to the recording; loaded when opened. */
export function RecordingListens({ businessId, callId }: { businessId: string; callId: string }) {
  const { t } = useTranslation('calls')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...listensQuery(businessId, callId), enabled: isOpen })
  return (
    <section className={classes.section}>
      <h3 className={classes.title}>
        <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('listens.title')}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </h3>
      {isOpen && data?.listens.length === 0 && <p className={classes.none}>{t('listens.none')}</p>}
      {isOpen && data && data.listens.length > 0 && (
        <ul className={classes.phones}>
          {data.listens.map(({ user, at, download }) => (
            <li key={`${at} ${user._id}`} className={classes.attempt}>
              <PersonAvatar {...user} id={user._id} />
              <span className={classes.whom}>
                <UserText cut>{user.name}</UserText>
              </span>
              {download && <span className={classes.outcome}>{t('listens.saved')}</span>}
              <time className={classes.when} dateTime={at}>
                {formatDateTime(at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
