import { Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../../lib/http/live.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import classes from './lead-viewers.module.css'
import { leaveLead, viewersQuery } from './viewers.api.ts'

/** Faces shown; the names of the others are in one mark. */
const FACES = 3

/** Who else has the lead open now. */
export function LeadViewers({ businessId, leadId }: { businessId: string; leadId: string }) {
  const { t } = useTranslation('leads')
  const { data, refetch } = useQuery(viewersQuery(businessId, leadId))
  useLive((message) => {
    if (message.kind === 'viewers' && message.leadId === leadId) void refetch()
  })
  useEffect(() => {
    const leave = () => leaveLead(businessId, leadId)
    // Phones end a page in the background without `pagehide`. One that is seen again asks again.
    const leaveHidden = () => document.visibilityState === 'hidden' && leave()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', leaveHidden)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leaveHidden)
      leave()
    }
  }, [businessId, leadId])
  const viewers = data?.viewers ?? []
  if (!viewers.length) return null
  const rest = viewers.slice(FACES)
  return (
    <ul className={classes.viewers} aria-label={t('viewers')}>
      {viewers.slice(0, FACES).map(({ _id, name, image }) => (
        <Face key={_id} label={name}>
          <PersonAvatar {...{ name, image }} id={_id} />
        </Face>
      ))}
      {rest.length > 0 && (
        <Face label={rest.map(({ name }) => name).join(', ')}>
          <span className={classes.more} aria-hidden>
            +{formatNumber(rest.length)}
          </span>
        </Face>
      )}
    </ul>
  )
}

/** Its name appears on hover, focus and touch. */
function Face({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li>
      <Tooltip label={<bdi>{label}</bdi>} events={{ hover: true, focus: true, touch: true }}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the name is shown on focus. */}
        <span className={classes.face} role="img" aria-label={label} tabIndex={0}>
          {children}
        </span>
      </Tooltip>
    </li>
  )
}
