import { ActionIcon, Button, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dayOf, firstOfWeek, plusDays } from '#contract/values/clock.ts'
import { weekText } from '../shift-text.ts'
import classes from './week-bar.module.css'

type Props = {
  week: string
  onWeek: (week: string) => void
  campaigns: readonly { _id: string; name: string }[]
  campaign: string | undefined
  onCampaign: (campaign: string | undefined) => void
}

/** Chooses the week and the campaign. */
export function WeekBar({ week, onWeek, campaigns, campaign, onCampaign }: Props) {
  const { t } = useTranslation('shifts')
  const thisWeek = firstOfWeek(dayOf(new Date()))
  return (
    <div className={classes.bar}>
      <div className={classes.weeks}>
        <ActionIcon aria-label={t('week.previous')} onClick={() => onWeek(plusDays(week, -7))}>
          <IconChevronLeft size={18} stroke={1.75} data-mirror aria-hidden />
        </ActionIcon>
        <strong className={classes.week} aria-live="polite">
          <bdi>{weekText(week)}</bdi>
        </strong>
        <ActionIcon aria-label={t('week.next')} onClick={() => onWeek(plusDays(week, 7))}>
          <IconChevronRight size={18} stroke={1.75} data-mirror aria-hidden />
        </ActionIcon>
        {week !== thisWeek && (
          <Button variant="subtle" className={classes.today ?? ''} onClick={() => onWeek(thisWeek)}>
            {t('week.this')}
          </Button>
        )}
      </div>
      {campaigns.length > 1 && (
        <Select
          className={classes.campaign ?? ''}
          aria-label={t('week.campaign')}
          placeholder={t('week.allCampaigns')}
          data={campaigns.map(({ _id, name }) => ({ value: _id, label: name }))}
          value={campaign ?? null}
          clearable
          clearButtonProps={{ 'aria-label': t('week.allCampaigns') }}
          onChange={(value) => onCampaign(value ?? undefined)}
        />
      )}
      <ul className={classes.legend} aria-label={t('legend.title')}>
        {(['shift', 'draft', 'swap', 'onCall', 'closed'] as const).map((kind) => (
          <li key={kind} className={classes.kind} data-kind={kind}>
            {t(`legend.${kind}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}
