import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import { isMasked } from '#contract/masks.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Phone } from '../../../ui/phone.tsx'
import classes from './lead-head.module.css'

/** Phone, e-mail and campaign on one line, the first two ready to be copied. */
export function LeadContacts({ lead: { phone, email, campaignName } }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  return (
    <div className={classes.contacts}>
      {phone && (
        <span className={classes.contact}>
          <Phone number={phone} />
          {!isMasked(phone) && <CopyButton value={phone} what={t('columns.phone')} />}
        </span>
      )}
      {email && (
        <span className={classes.contact}>
          <bdi dir="ltr">{email}</bdi>
          {!isMasked(email) && <CopyButton value={email} what={t('columns.email')} />}
        </span>
      )}
      <span className={classes.contact}>
        <bdi>{campaignName}</bdi>
      </span>
    </div>
  )
}
