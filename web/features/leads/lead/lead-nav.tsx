import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTotal } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import type { ListOrigin } from '../list-origin.ts'
import { useLeadsLook } from '../use-leads-look.ts'
import classes from './lead-head.module.css'
import type { Neighbour, Neighbours } from './use-neighbours.ts'

/** Link to the list; goes back in history if the lead was opened from it, which restores the scroll position. */
export function BackToLeads({
  businessId,
  campaignId,
  origin,
}: {
  businessId: string
  campaignId: string
  origin: ListOrigin | undefined
}) {
  const { t } = useTranslation('leads')
  const router = useRouter()
  const [look] = useLeadsLook()
  return (
    <ActionIcon
      component={Link}
      to={paths.leads(businessId, campaignId, look)}
      aria-label={t('backToLeads')}
      onClick={(event) => {
        if (!origin || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        router.history.back()
      }}
    >
      <IconArrowLeft size={20} stroke={1.75} data-mirror aria-hidden />
    </ActionIcon>
  )
}

/** "5 of 1,284" with links to the previous and the next lead. */
export function LeadNeighbours({ businessId, neighbours }: { businessId: string; neighbours: Neighbours | undefined }) {
  const { t } = useTranslation('leads')
  // Nothing to move to: the only lead of its list.
  if (!neighbours?.previous && !neighbours?.next) return null
  return (
    <nav className={classes.nav} aria-label={t('neighbours')}>
      <NeighbourLink businessId={businessId} to={neighbours.previous} label={t('previousLead')}>
        <IconChevronLeft size={16} stroke={2} data-mirror aria-hidden />
      </NeighbourLink>
      <span className={classes.position}>
        {t('position', { position: formatNumber(neighbours.position), total: formatTotal(neighbours) })}
      </span>
      <NeighbourLink businessId={businessId} to={neighbours.next} label={t('nextLead')}>
        <IconChevronRight size={16} stroke={2} data-mirror aria-hidden />
      </NeighbourLink>
    </nav>
  )
}

function NeighbourLink({
  businessId,
  to,
  label,
  children,
}: {
  businessId: string
  to: Neighbour | undefined
  label: string
  children: ReactNode
}) {
  if (!to)
    return (
      <ActionIcon size="xs" disabled aria-label={label}>
        {children}
      </ActionIcon>
    )
  return (
    <ActionIcon
      component={Link}
      size="xs"
      aria-label={label}
      to={paths.lead(businessId, to.lead.campaignId, to.lead._id)}
      state={{ listOrigin: to.origin }}
      replace
    >
      {children}
    </ActionIcon>
  )
}
