import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Campaign, CampaignWithCalls } from '#contract/campaigns.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Money } from '../../ui/display/money.tsx'
import { Picture } from '../../ui/display/picture.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { useCanInCampaign } from './campaign-access.ts'
import classes from './campaign-card.module.css'
import { AnsweredShare, CallsCount, EnableSwitch, LeadsCount, Numbers, Period, Tags } from './campaign-cells.tsx'
import { CampaignMenu } from './campaign-menu.tsx'
import { CampaignState } from './campaign-state.tsx'

type Props = { campaign: CampaignWithCalls; onDelete: (campaign: Campaign) => void }

/** A campaign on narrow screens. */
export function CampaignCard({ campaign, onDelete }: Props) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const can = useCanInCampaign()
  const hasPeriod = campaign.startDate !== null || campaign.endDate !== null
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Picture name={campaign.name} id={campaign._id} image={campaign.image} size="lg" />
        <Link className={classes.name} to={paths.campaign(businessId, campaign._id)}>
          <UserText cut>{campaign.name}</UserText>
        </Link>
        <CampaignMenu campaign={campaign} onDelete={onDelete} />
      </div>
      <div className={classes.line}>
        <CampaignState state={campaign.state} />
        {hasPeriod && (
          <span className={classes.period}>
            <Period startDate={campaign.startDate} endDate={campaign.endDate} />
          </span>
        )}
        <span className={classes.switch}>
          {can('campaigns.edit', campaign) && <EnableSwitch campaign={campaign} />}
        </span>
      </div>
      <Tags tags={campaign.tags} />
      <div className={classes.line} data-wraps>
        <LeadsCount campaign={campaign} inWords />
        <CallsCount campaign={campaign} inWords />
        <AnsweredShare campaign={campaign} inWords />
      </div>
      <div className={classes.line} data-wraps>
        <Numbers numbers={campaign.numbers} />
        {campaign.totalSales !== null && (
          <span>
            {t('columns.sales')} <Money agorot={campaign.totalSales} />
          </span>
        )}
      </div>
    </li>
  )
}
