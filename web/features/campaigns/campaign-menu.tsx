import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconForms, IconLink, IconPencil, IconSpeakerphone, IconTrash, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/campaigns.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { useCanInCampaign } from './campaign-access.ts'

const LinksDialog = lazily(() => import('./links/links-dialog.tsx'), 'LinksDialog')

type Props = {
  campaign: Campaign
  onDelete: (campaign: Campaign) => void
  /** On the campaign's own page, which has the rest in its head and its tabs. */
  isOfPage?: boolean
}

/** The actions that the member has on a campaign. */
export function CampaignMenu({ campaign, onDelete, isOfPage = false }: Props) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const can = useCanInCampaign()
  const links = useModal(`links-${campaign._id}`)
  const canEdit = can('campaigns.edit', campaign)
  const canDelete = can('campaigns.delete', campaign)
  if (isOfPage && !canDelete) return null
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('menuOf', { name: campaign.name })}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isOfPage && (
            <>
              <Menu.Item
                component={Link}
                to={paths.campaign(businessId, campaign._id)}
                leftSection={<IconSpeakerphone />}
              >
                {t('menu.campaign')}
              </Menu.Item>
              <Menu.Item component={Link} to={paths.leads(businessId, campaign._id)} leftSection={<IconUsers />}>
                {t('menu.leads')}
              </Menu.Item>
              {campaign.links.length > 0 && (
                <Menu.Item leftSection={<IconLink />} onClick={links.open}>
                  {t('menu.links')}
                </Menu.Item>
              )}
            </>
          )}
          {!isOfPage && canEdit && (
            <>
              <Menu.Item
                component={Link}
                to={paths.editCampaign(businessId, campaign._id)}
                leftSection={<IconPencil />}
              >
                {t('menu.edit')}
              </Menu.Item>
              <Menu.Item component={Link} to={paths.forms(businessId, campaign._id)} leftSection={<IconForms />}>
                {t('menu.forms')}
              </Menu.Item>
            </>
          )}
          {canDelete && (
            <Menu.Item color="red" leftSection={<IconTrash />} onClick={() => onDelete(campaign)}>
              {t('menu.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {links.opened && (
        <Suspense>
          <LinksDialog campaign={campaign} onClose={links.close} />
        </Suspense>
      )}
    </>
  )
}
