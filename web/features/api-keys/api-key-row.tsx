import { ActionIcon, Box, Switch } from '@mantine/core'
import { IconListDetails, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiKey } from '#contract/auth/api-keys.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { useEnableApiKey } from './api-keys.api.ts'
import classes from './api-keys-page.module.css'

/** Translation keys of scopes have no colon. */
export const scopeText = (scope: string) => `scopes.${scope.replace(':', '_')}`

type Props = { apiKey: ApiKey; onDelete: () => void; onEdit: () => void; onRequests: () => void }

export function ApiKeyRow({ apiKey, onDelete, onEdit, onRequests }: Props) {
  const { t } = useTranslation('api-keys')
  const { businessId } = useBusiness()
  const enable = useEnableApiKey(businessId)
  return (
    <Box component="li" className={classes.row} mod={{ off: !apiKey.isActive }}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <UserText cut>{apiKey.name}</UserText>
        </h2>
        <span>
          <bdi dir="ltr" className={classes.hint}>
            {apiKey.hint}
          </bdi>
        </span>
      </div>
      <div className={classes.words}>
        <span>{apiKey.scopes.map((scope) => t(scopeText(scope))).join(' · ')}</span>
        <span className={classes.second}>
          <KeyCampaigns campaignIds={apiKey.campaignIds} />
        </span>
      </div>
      <div className={classes.words}>
        <span>
          {apiKey.lastUsedAt ? (
            <>
              {t('lastUsed')} <RelativeTime ago at={apiKey.lastUsedAt} />
            </>
          ) : (
            t('neverUsed')
          )}
        </span>
        <span className={classes.second}>
          {apiKey.expiresAt
            ? t('validUntil', { date: formatDate(apiKey.expiresAt) })
            : t('createdOn', { date: formatDate(apiKey.createdAt) })}
        </span>
      </div>
      <Switch
        checked={apiKey.isActive}
        aria-label={t('activeOf', { name: apiKey.name })}
        onChange={({ currentTarget }) => enable.mutate({ _id: apiKey._id, isActive: currentTarget.checked })}
      />
      <ActionIcon aria-label={t('editOf', { name: apiKey.name })} onClick={onEdit}>
        <IconPencil size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('requestsOf', { name: apiKey.name })} onClick={onRequests}>
        <IconListDetails size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('deleteOf', { name: apiKey.name })} onClick={onDelete}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Box>
  )
}

/** Names of the campaigns that a key may write to; a deleted campaign has none. */
function KeyCampaigns({ campaignIds }: Pick<ApiKey, 'campaignIds'>) {
  const { t } = useTranslation('api-keys')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  if (campaignIds === null) return t('allCampaigns')
  const names = (data?.campaigns ?? []).filter(({ _id }) => campaignIds.includes(_id)).map(({ name }) => name)
  const [first] = names
  if (campaignIds.length === 1 && first) return <UserText cut>{first}</UserText>
  return <span title={names.join(', ')}>{t('campaignsCount', { count: campaignIds.length })}</span>
}
