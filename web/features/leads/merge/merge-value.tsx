import type { Lead } from '#contract/leads/leads.ts'
import { OwnValue } from '../../../shared/own-fields/own-value.tsx'
import { SourceMark } from '../../../shared/source-mark.tsx'
import { StatusPill } from '../../../shared/status-pill.tsx'
import { Money } from '../../../ui/display/money.tsx'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { type LocalizedStatus, statusOf } from '../status/use-statuses.ts'
import classes from './merge.module.css'
import { isFilled, type MergeRow } from './merge-rules.ts'

type Props = { lead: Lead; row: MergeRow; statuses: readonly LocalizedStatus[] }

/** A lead's value of a field. */
export function MergeValue({ lead, row, statuses }: Props) {
  if (!isFilled(lead, row)) return <span className={classes.none}>–</span>
  const { name, own } = row
  if (own) return <OwnValue field={own} value={lead.fields[own.key] ?? ''} cut />
  if (name === 'phone') return <Phone number={lead.phone ?? ''} />
  if (name === 'email') return <bdi dir="ltr">{lead.email}</bdi>
  if (name === 'status') {
    const { name: label, hue, type, part } = statusOf(statuses, lead)
    return <StatusPill {...{ name: label, hue, type, part }} />
  }
  if (name === 'assignedTo' && lead.assignedTo)
    return (
      <span className={classes.person}>
        <PersonAvatar name={lead.assignedTo.name} id={lead.assignedTo._id} image={lead.assignedTo.image} />
        <UserText>{lead.assignedTo.name}</UserText>
      </span>
    )
  if (name === 'value') return <Money agorot={lead.value ?? 0} />
  if (name === 'source') return <SourceMark source={lead.source} />
  return <UserText>{lead.name}</UserText>
}
