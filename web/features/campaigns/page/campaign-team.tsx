import { useTranslation } from 'react-i18next'
import { CampaignPart, NothingHere } from '../../../shared/tabs/campaign-part.tsx'
import type { CampaignDetails } from '../../../shared/tabs/campaign-tab.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { CampaignRecipients } from '../edit/campaign-recipients.tsx'
import classes from './campaign-page.module.css'
import { EditPart } from './edit-part.tsx'

/** The campaign's people with their roles in it. */
export function CampaignTeam({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation(['campaigns', 'common'])
  return (
    <CampaignPart
      title={t('page.tabs.people')}
      action={<EditPart campaign={campaign}>{t('page.editPeople')}</EditPart>}
    >
      {campaign.members.length === 0 && <NothingHere>{t('page.noPeople')}</NothingHere>}
      {campaign.members.length > 0 && (
        <ul className={classes.rows}>
          {campaign.members.map(({ userId, role, user }) => (
            <li key={userId} className={classes.person}>
              <PersonAvatar name={user.name} id={userId} image={user.image} size="md" />
              <span className={classes.personName}>
                <UserText cut>{user.name}</UserText>
              </span>
              <span className={classes.role}>{t(`roles.${role}`, { ns: 'common' })}</span>
            </li>
          ))}
        </ul>
      )}
    </CampaignPart>
  )
}

/** Recipients of the campaign's notices besides its people, and whether they agreed. */
export function CampaignNotices({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const addresses = [...campaign.emailNotifications, ...campaign.smsNotifications]
  return (
    <CampaignPart
      title={t('recipients.title')}
      action={<EditPart campaign={campaign}>{t('page.editRecipients')}</EditPart>}
    >
      {addresses.length === 0 && <NothingHere>{t('page.noRecipients')}</NothingHere>}
      <CampaignRecipients campaignId={campaign._id} addresses={addresses} />
    </CampaignPart>
  )
}
