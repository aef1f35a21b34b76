import { Menu, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { FieldUsage } from '#contract/lead-fields/lead-fields.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { paths } from '../../lib/paths.ts'
import { campaignNamesQuery, useBusiness } from '../../lib/session/session.ts'
import { nameOf } from '../../shared/own-fields/own-fields.ts'
import classes from './lead-fields-page.module.css'

type Props = { field: OwnField; usage: FieldUsage | undefined }

/** How many campaigns and forms use the field; opens the list, whose entries lead to them. */
export function FieldUses({ field, usage }: Props) {
  const { t } = useTranslation('lead-fields')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const { campaignIds } = field
  const forms = usage?.forms ?? []
  const campaigns = data?.campaigns.filter(({ _id }) => campaignIds?.includes(_id)) ?? []
  const words = [
    campaignIds === null ? t('uses.everywhere') : t('uses.campaigns', { count: campaignIds.length }),
    ...(forms.length > 0 ? [t('uses.forms', { count: forms.length })] : []),
  ].join(' · ')
  if (campaigns.length === 0 && forms.length === 0) return <span className={classes.uses}>{words}</span>
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          className={classes.uses}
          data-link
          aria-label={t('uses.of', { name: nameOf(field), uses: words })}
        >
          {words}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {campaigns.length > 0 && <Menu.Label>{t('uses.campaignsLabel')}</Menu.Label>}
        {campaigns.map(({ _id, name }) => (
          <Menu.Item key={_id} component={Link} to={paths.campaign(businessId, _id)}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        {forms.length > 0 && <Menu.Label>{t('uses.formsLabel')}</Menu.Label>}
        {forms.map(({ _id, name, campaignId, campaignName }) => (
          <Menu.Item key={_id} component={Link} to={paths.form(businessId, campaignId, _id)}>
            <bdi>{name}</bdi> · <bdi>{campaignName}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
