import type { LeadDetails } from '#contract/leads/leads.ts'
import { Phone } from '../../../ui/display/phone.tsx'
import classes from '../lead/lead-panels.module.css'

type Props = { contacts: LeadDetails['contacts']; kind: LeadDetails['contacts'][number]['kind'] }

/** Phones or e-mails of leads that were merged into this one. */
export function FurtherContacts({ contacts, kind }: Props) {
  return contacts
    .filter((contact) => contact.kind === kind)
    .map(({ value }) => (
      <span key={value} className={classes.further}>
        {kind === 'phone' ? <Phone number={value} /> : <bdi dir="ltr">{value}</bdi>}
      </span>
    ))
}
