import { useTranslation } from 'react-i18next'
import type { CampaignRole, Role } from '#contract/roles.ts'
import { BusinessIntro } from '../../shared/business-intro.tsx'
import { InterpolatedText } from '../../ui/display/interpolated-text.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './invitation-intro.module.css'

type Props = {
  business: { _id: string; name: string; image: string | null }
  inviter: string
  role: Role | null
  campaigns: readonly { name: string; role: CampaignRole }[]
  message: string
  /** Renders the title as the page's heading. */
  asPage?: boolean
}

/** The invitation's content: business, inviter, role and message. */
export function InvitationIntro({ business, inviter, role, campaigns, message, asPage }: Props) {
  const { t } = useTranslation('invitation')
  const { t: common } = useTranslation()
  return (
    <BusinessIntro
      business={business}
      title={(marks) => t('title', marks)}
      text={<InterpolatedText text={(marks) => t('text', marks)} parts={{ inviter: <bdi>{inviter}</bdi> }} />}
      asPage={asPage}
    >
      {message && (
        <blockquote className={classes.message} dir="auto">
          {message}
        </blockquote>
      )}
      <dl className={classes.facts}>
        {role && (
          <div>
            <dt>{t('role')}</dt>
            <dd>{common(`roles.${role}`)}</dd>
          </div>
        )}
        {campaigns.length > 0 && (
          <div>
            <dt>{t('campaigns', { count: campaigns.length })}</dt>
            <dd>
              {campaigns.map(({ name, role: ofCampaign }) => (
                <span key={name} className={classes.campaign}>
                  <UserText>{name}</UserText> · {common(`roles.${ofCampaign}`)}
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </BusinessIntro>
  )
}
