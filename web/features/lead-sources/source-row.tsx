import { Box, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { LeadSource } from '#contract/lead-sources/lead-sources.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { kindIcons } from './kinds.ts'
import { useChangeSource } from './lead-sources.api.ts'
import classes from './lead-sources.module.css'

/** A source: its name, its address, what came of its requests, and whether it is open. */
export function SourceRow({ source }: { source: LeadSource }) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const change = useChangeSource(businessId)
  const { _id: id, campaignId, name, kind, address, counts, isEnabled } = source
  const Icon = kindIcons[kind]
  return (
    <Box component="li" className={classes.row} mod={{ off: !isEnabled }}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <h3 className={classes.name}>
          <Link to={paths.leadSource(businessId, campaignId, id)}>
            <UserText cut>{name}</UserText>
          </Link>
        </h3>
        <span className={classes.address}>
          <bdi dir="ltr" title={address}>
            {address.replace(/^https?:\/\//, '')}
          </bdi>
          <CopyButton value={address} what={t('address')} />
        </span>
      </div>
      <div className={classes.words}>
        <span>{t('counts.leads', { count: counts.leads, number: formatNumber(counts.leads) })}</span>
        <span className={classes.second}>
          {counts.lastAt ? (
            <>
              {t('counts.last')} <RelativeTime at={counts.lastAt} ago />
            </>
          ) : (
            t('counts.none')
          )}
        </span>
      </div>
      <Switch
        checked={isEnabled}
        aria-label={t('openOf', { name })}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate({ id, isEnabled: currentTarget.checked })}
      />
    </Box>
  )
}
