import { Radio, Stack } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { EnteredFate, Lead } from '#contract/leads/leads.ts'
import { formatRecent } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusPill } from '../../../shared/status-pill.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { type LocalizedStatus, statusOf } from '../status/use-statuses.ts'
import classes from './duplicate-card.module.css'

/** Add a repeat enquiry to the lead, or create a second lead. */
export type DuplicateChoice = 'repeat' | 'create'

type Props = {
  businessId: string
  leads: readonly Lead[]
  /** What saving does, if no second lead is asked for. */
  fate: EnteredFate
  statuses: readonly LocalizedStatus[]
  choice: DuplicateChoice
  onChoice: (choice: DuplicateChoice) => void
}

/** Leads with the same phone or e-mail, and what to do about them. */
export function DuplicateCard({ businessId, leads, fate, statuses, choice, onChoice }: Props) {
  const { t } = useTranslation('leads')
  return (
    <div aria-live="polite">
      {leads.length > 0 && (
        <section className={classes.card} aria-label={t('duplicate.title', { count: leads.length })}>
          <h3 className={classes.title}>
            <IconUsers size={16} stroke={1.75} aria-hidden />
            {t('duplicate.title', { count: leads.length })}
          </h3>
          {leads.map((lead) => (
            <div key={lead._id} className={classes.lead}>
              <span className={classes.words}>
                <span className={classes.name}>
                  <UserText cut>{lead.name || t('noName')}</UserText>
                </span>
                <span className={classes.second}>
                  <bdi>{lead.campaignName}</bdi>
                  {' · '}
                  {formatRecent(lead.date)}
                </span>
              </span>
              <StatusPill {...statusOf(statuses, lead)} />
              <Link to={paths.lead(businessId, lead.campaignId, lead._id)} className={classes.open}>
                {t('duplicate.open')}
              </Link>
            </div>
          ))}
          {fate !== 'repeat' && <p className={classes.second}>{t(`duplicate.fate.${fate}`)}</p>}
          {fate === 'repeat' && (
            <Radio.Group value={choice} onChange={onChoice} aria-label={t('duplicate.what')}>
              <Stack gap="xs">
                <Radio size="xs" value="repeat" label={t('duplicate.repeat')} />
                <Radio size="xs" value="create" label={t('duplicate.create')} />
              </Stack>
            </Radio.Group>
          )}
        </section>
      )}
    </div>
  )
}
