import { Box } from '@mantine/core'
import { IconHourglassEmpty, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads/leads.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { formatDateTime, formatTime } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { CallIcon } from '../../../shared/numbers/call-button.tsx'
import { SourceMark } from '../../../shared/source-mark.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import classes from './lead-line.module.css'

type Props = { lead: Lead; businessId: string; isWaiting: boolean }

/** A lead on one line: name, source, time or waiting time, and Call. */
export function LeadLine({ lead, businessId, isWaiting }: Props) {
  const { t } = useTranslation('dashboard')
  const name = lead.name || (lead.phone ? formatPhone(lead.phone) : (lead.email ?? t('noName')))
  return (
    <li className={classes.line}>
      <Box component="span" className={classes.dot} mod={{ unread: !lead.isRead }} />
      <span className={classes.words}>
        <Link
          to={paths.lead(businessId, lead.campaignId, lead._id)}
          className={classes.name}
          data-unread={lead.isRead ? undefined : true}
        >
          <UserText cut>{name}</UserText>
        </Link>
        <span className={classes.origin}>
          <SourceMark source={lead.source} iconOnly />
          <UserText cut>{lead.campaignName}</UserText>
        </span>
      </span>
      {isWaiting ? (
        <span className={classes.waiting}>
          <IconHourglassEmpty size={14} stroke={2} aria-hidden />
          <RelativeTime at={lead.date} />
        </span>
      ) : (
        <time className={classes.time} dateTime={lead.date} title={formatDateTime(lead.date)}>
          {formatTime(lead.date)}
        </time>
      )}
      <CallIcon
        callee={{
          ...{ phone: lead.phone, name },
          campaignId: lead.campaignId,
          leadId: lead._id,
          doNotCall: lead.doNotCall,
        }}
        className={classes.call ?? ''}
        aria-label={t('callName', { name })}
        otherwise={<span className={classes.noCall} />}
      >
        <IconPhone size={16} stroke={1.75} aria-hidden />
      </CallIcon>
    </li>
  )
}
