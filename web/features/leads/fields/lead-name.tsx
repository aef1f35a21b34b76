import { Box } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isErased, type Lead } from '#contract/leads/leads.ts'
import { formatPhone } from '#contract/values/phones.ts'
import classes from './lead-name.module.css'

type Props = { lead: Pick<Lead, 'name' | 'isRead' | 'phone' | 'email'>; orPhone?: boolean }

/** Name with the unread mark; a lead without a name shows "No name" or, with `orPhone`, its phone. */
export function LeadName({ lead, orPhone }: Props) {
  const { t } = useTranslation('leads')
  const { name, isRead, phone } = lead
  return (
    <span className={classes.lead}>
      <Box component="span" className={classes.dot} mod={{ unread: !isRead }} />
      {!isRead && <span className={classes.unseen}>{t('unreadMark')}</span>}
      <Box
        component="span"
        className={classes.name}
        mod={{ unread: !isRead, nameless: !name }}
        dir="auto"
        {...(name && { title: name })}
      >
        {name ||
          (orPhone && phone ? <bdi dir="ltr">{formatPhone(phone)}</bdi> : t(isErased(lead) ? 'erased' : 'noName'))}
      </Box>
    </span>
  )
}

/** The same as plain text, for labels. */
export function useNameOfLead() {
  const { t } = useTranslation('leads')
  return useCallback(
    ({ name, phone }: Pick<Lead, 'name' | 'phone'>) => name || (phone ? formatPhone(phone) : t('noName')),
    [t],
  )
}
