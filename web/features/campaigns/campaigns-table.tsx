import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Campaign, CampaignWithCalls } from '#contract/campaigns.ts'
import { formatDay, formatNumber } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Money } from '../../ui/display/money.tsx'
import { Picture } from '../../ui/display/picture.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useCanInCampaign } from './campaign-access.ts'
import { AnsweredShare, CallsCount, EnableSwitch, LeadsCount, Numbers, Period, Tags } from './campaign-cells.tsx'
import { CampaignMenu } from './campaign-menu.tsx'
import { CampaignState } from './campaign-state.tsx'
import classes from './campaigns-table.module.css'

type OnDelete = (campaign: Campaign) => void
type Props = { campaigns: readonly CampaignWithCalls[]; isStale: boolean; onDelete: OnDelete }

const columns = [
  ...(['name', 'state', 'enabled', 'leads', 'calls', 'answered', 'sales'] as const),
  ...(['number', 'users', 'period', 'tags', 'created'] as const),
] as const

/** Columns that would be empty in each row for members who hear no calls or change no campaign are left out. */
function useColumns(campaigns: readonly CampaignWithCalls[]) {
  const can = useCanInCampaign()
  const hearsCalls = campaigns.some(({ calls }) => calls)
  const canEdit = campaigns.some((campaign) => can('campaigns.edit', campaign))
  return columns.filter((column) => {
    if (column === 'calls' || column === 'answered') return hearsCalls
    return column !== 'enabled' || canEdit
  })
}

export function CampaignsTable({ campaigns, isStale, onDelete }: Props) {
  const { t } = useTranslation('campaigns')
  const shown = useColumns(campaigns)
  return (
    <PlainTable
      label={t('title')}
      columns={shown}
      headOf={(column) => t(`columns.${column}`)}
      isStale={isStale}
      flush
      className={classes.table}
    >
      {campaigns.map((campaign) => (
        <Row key={campaign._id} campaign={campaign} shown={shown} onDelete={onDelete} />
      ))}
    </PlainTable>
  )
}

type RowProps = { campaign: CampaignWithCalls; shown: readonly (typeof columns)[number][]; onDelete: OnDelete }
function Row({ campaign, shown, onDelete }: RowProps) {
  const { businessId } = useBusiness()
  const can = useCanInCampaign()
  return (
    <tr>
      <th scope="row">
        <Link className={classes.name} to={paths.campaign(businessId, campaign._id)}>
          <Picture name={campaign.name} id={campaign._id} image={campaign.image} size="md" />
          <UserText cut>{campaign.name}</UserText>
        </Link>
      </th>
      <td>
        <CampaignState state={campaign.state} />
      </td>
      {shown.includes('enabled') && <td>{can('campaigns.edit', campaign) && <EnableSwitch campaign={campaign} />}</td>}
      <td data-number>
        <LeadsCount campaign={campaign} />
      </td>
      {shown.includes('calls') && (
        <>
          <td data-number>
            <CallsCount campaign={campaign} />
          </td>
          <td data-number>
            <AnsweredShare campaign={campaign} />
          </td>
        </>
      )}
      <td data-number>
        <Money agorot={campaign.totalSales} />
      </td>
      <td data-column="number">
        <Numbers numbers={campaign.numbers} />
      </td>
      <td data-number data-column="users">
        {formatNumber(campaign.userCount)}
      </td>
      <td className={classes.second}>
        <Period startDate={campaign.startDate} endDate={campaign.endDate} />
      </td>
      <td data-column="tags">
        <Tags tags={campaign.tags} />
      </td>
      <td className={classes.second} data-column="created">
        {formatDay(campaign.createdAt)}
      </td>
      <td>
        <CampaignMenu campaign={campaign} onDelete={onDelete} />
      </td>
    </tr>
  )
}
