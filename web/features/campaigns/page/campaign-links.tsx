import { useTranslation } from 'react-i18next'
import { CampaignPart, NothingHere } from '../../../shared/tabs/campaign-part.tsx'
import type { CampaignDetails } from '../../../shared/tabs/campaign-tab.ts'
import { LinkList } from '../links/link-list.tsx'
import { EditPart } from './edit-part.tsx'

/** The campaign's links with their clicks. */
export function CampaignLinks({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  return (
    <CampaignPart title={t('links.title')} action={<EditPart campaign={campaign}>{t('page.editLinks')}</EditPart>}>
      {campaign.links.length > 0 ? <LinkList links={campaign.links} /> : <NothingHere>{t('page.noLinks')}</NothingHere>}
    </CampaignPart>
  )
}
