import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { RingingCall } from '#contract/calls/softphone.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './call-card.module.css'

type Props = {
  call: RingingCall | undefined
  /** As the provider shows the other party; the business's own number for callers who withhold theirs. */
  peer: string
  /** Before it rings here, nothing is known of it but what the server says. */
  isAnnounced?: boolean
}

/** The lead's name if known, else the number, or that it is a test; below it the campaign, and our number: the caller dialled it, or the lead sees it. */
export function Caller({ call, peer, isAnnounced = false }: Props) {
  const { t } = useTranslation('softphone')
  const { businessId } = useBusiness()
  if (!call && isAnnounced) return <span className={classes.name}>{t('incoming')}</span>
  const { lead, campaign, number: ours, isTest } = call ?? { lead: null, campaign: null, number: null, isTest: false }
  const shown = call ? (call.caller ?? call.callerText) : peer.startsWith('+') ? peer : null
  const number = isTest ? t('test') : shown ? <Phone number={shown} /> : t('withheld')
  const name = lead?.name && <UserText cut>{lead.name}</UserText>
  return (
    <>
      <span className={classes.name}>
        {lead && campaign ? <Link to={paths.lead(businessId, campaign._id, lead._id)}>{name || number}</Link> : number}
      </span>
      <span className={classes.second}>
        {name && number}
        {campaign && <UserText cut>{campaign.name}</UserText>}
      </span>
      {ours && !call?.isNewLead && (
        <span className={classes.second}>
          <span>{t(call?.making ? 'from' : 'dialled')}</span>
          <Phone number={ours.phone} />
          {ours.label && ours.label !== campaign?.name && <UserText cut>{ours.label}</UserText>}
        </span>
      )}
    </>
  )
}
