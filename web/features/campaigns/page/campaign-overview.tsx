import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber, formatShare } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { link, type SearchText } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import type { CampaignDetails } from '../../../shared/tabs/campaign-tab.ts'
import { Money } from '../../../ui/display/money.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { useCanInCampaign } from '../campaign-access.ts'
import { Numbers, Period, Tags } from '../campaign-cells.tsx'
import { Fact } from '../fact.tsx'
import classes from './campaign-page.module.css'

/** The results of the campaign, each figure linked to its list, and its details. */
export function CampaignOverview({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const can = useCanInCampaign()
  const { _id, leadsCount, calls, totalSales, userCount, numbers, startDate, endDate, tags, notes, createdAt } =
    campaign
  const { responseTarget } = campaign
  const leads = paths.leads(businessId, _id)
  const listOfCalls = paths.calls(businessId, _id)
  const people = can('campaigns.edit', campaign) ? paths.campaignTab(businessId, _id, 'people') : undefined
  return (
    <>
      <ul className={classes.figures} aria-label={t('page.figures')}>
        <Figure name="leads" to={leads}>
          {formatNumber(leadsCount)}
        </Figure>
        {calls && (
          <Figure name="calls" to={listOfCalls}>
            {formatNumber(calls.total)}
          </Figure>
        )}
        {calls && (
          <Figure name="answered" to={listOfCalls} search={{ status: 'Answered' }}>
            {calls.answeredShare === null ? '—' : <bdi dir="ltr">{formatShare(calls.answeredShare)}</bdi>}
          </Figure>
        )}
        {totalSales !== null && (
          <Figure name="sales" to={leads} search={{ statusType: 'Won' }}>
            <Money agorot={totalSales} />
          </Figure>
        )}
        <Figure name="users" to={people}>
          {formatNumber(userCount)}
        </Figure>
      </ul>
      <dl className={classes.facts}>
        <Fact name={t('columns.number')}>{numbers.length > 0 && <Numbers numbers={numbers} />}</Fact>
        <Fact name={t('columns.period')}>
          {(startDate || endDate) && <Period startDate={startDate} endDate={endDate} />}
        </Fact>
        <Fact name={t('columns.responseTarget')}>
          {responseTarget === null ? t('page.noResponseTarget') : t('page.responseTarget', { count: responseTarget })}
        </Fact>
        <Fact name={t('columns.tags')}>{tags.length > 0 && <Tags tags={tags} />}</Fact>
        <Fact name={t('form.notes')}>{notes && <UserText>{notes}</UserText>}</Fact>
        <Fact name={t('columns.created')}>{formatDate(createdAt)}</Fact>
      </dl>
    </>
  )
}

type FigureProps = { name: string; to: string | undefined; search?: SearchText; children: ReactNode }

function Figure({ name, to, search, children }: FigureProps) {
  const { t } = useTranslation('campaigns')
  const label = t(`columns.${name}`)
  const content = (
    <>
      <span className={classes.label}>{label}</span>{' '}
      <strong className={classes.value} data-figure={name}>
        {children}
      </strong>
    </>
  )
  return (
    <li className={classes.figure}>
      {to ? (
        <Link {...link(to, search)} className={classes.link}>
          {content}
        </Link>
      ) : (
        <div className={classes.link}>{content}</div>
      )}
    </li>
  )
}
