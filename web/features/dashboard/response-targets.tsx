import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignResponse, ResponseFigures } from '#contract/leads/assignment/assignment.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { link, type SearchText } from '../../lib/search.ts'
import { PersonAvatar } from '../../ui/display/person-avatar.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import bars from './bar-list.module.css'
import { responsesQuery } from './dashboard.api.ts'
import tables from './figure-table.module.css'
import { formatDuration } from './format.ts'
import classes from './response-targets.module.css'

type Props = { businessId: string; campaignId: string | null; period: SearchText; days: DayRange | null }

/** The first response to leads of the period against the target, by campaign and by person. */
export function ResponseTargets({ businessId, campaignId, period, days }: Props) {
  const { t } = useTranslation('dashboard')
  const { data, error, refetch } = useQuery(responsesQuery(businessId, { campaignId, period: days }))
  const to = paths.leads(businessId, campaignId)
  const campaigns = data?.campaigns.filter((row) => row.target !== null || row.late > 0 || hasFigures(row))
  const failed = error && !data && <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <section className={bars.list} aria-label={t('targets.title')}>
        <h2 className={bars.title}>{t('targets.title')}</h2>
        <p className={bars.about}>{t('targets.about')}</p>
        {failed}
        {!data && !error && <SkeletonRows rows={3} columns={5} />}
        {campaigns?.length === 0 && <p className={bars.none}>{t('targets.none')}</p>}
        {data && campaigns && campaigns.length > 0 && (
          <Table of={t('targets.campaign')}>
            {data.campaigns.length > 1 && (
              <Row
                id="all"
                name={t('targets.allCampaigns')}
                figures={data.all}
                to={to}
                period={period}
                facts={<Late to={to} late={data.late} name="all" />}
              />
            )}
            {campaigns.map((row) => (
              <Campaign key={row.campaignId} businessId={businessId} row={row} period={period} />
            ))}
          </Table>
        )}
      </section>
      <section className={bars.list} aria-label={t('targets.byPerson')}>
        <h2 className={bars.title}>{t('targets.byPerson')}</h2>
        <p className={bars.about}>{t('targets.byPersonAbout')}</p>
        {failed}
        {!data && !error && <SkeletonRows rows={3} columns={5} />}
        {data?.people.length === 0 && <p className={bars.none}>{t('targets.noPerson')}</p>}
        {data && data.people.length > 0 && (
          <Table of={t('people.person')}>
            {data.people.map(({ user, ...figures }) => (
              <Row
                key={user._id}
                id={user._id}
                name={user.name}
                mark={<PersonAvatar {...user} id={user._id} />}
                figures={figures}
                to={to}
                period={{ ...period, assigned: user._id }}
              />
            ))}
          </Table>
        )}
      </section>
    </>
  )
}

const hasFigures = ({ answered, tooLate, notYet }: ResponseFigures) => answered + tooLate + notYet > 0
const counts = ['inTime', 'tooLate', 'notYet'] as const

function Table({ of, children }: { of: string; children: ReactNode }) {
  const { t } = useTranslation('dashboard')
  return (
    <table className={tables.table}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {[...counts, 'answered' as const].map((head) => (
            <th key={head} scope="col" className={tables.number}>
              {t(`targets.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

type CampaignProps = { businessId: string; row: CampaignResponse; period: SearchText }
function Campaign({ businessId, row, period }: CampaignProps) {
  const { t } = useTranslation('dashboard')
  const { campaignId, name, target, late } = row
  const to = paths.leads(businessId, campaignId)
  return (
    <Row
      id={campaignId}
      name={name}
      figures={row}
      to={to}
      period={period}
      facts={
        <>
          <span>
            {target === null ? t('targets.noTarget') : t('targets.target', { time: formatDuration(target * 60) })}
          </span>
          <Late to={to} late={late} name={campaignId} />
        </>
      }
    />
  )
}

type RowProps = {
  id: string
  name: string
  mark?: ReactNode
  facts?: ReactNode
  figures: ResponseFigures
  to: string
  period: SearchText
}
/** Each figure leads to the list of as many leads; the median to the answered ones. */
function Row({ id, name, mark, facts, figures, to, period }: RowProps) {
  const { t } = useTranslation('dashboard')
  const figure = (state: (typeof counts)[number] | 'answered', text: string) => (
    <td key={state} className={tables.number}>
      <Link
        {...link(to, { ...period, responseTarget: state })}
        className={tables.figure}
        data-figure={`${state}.${id}`}
        aria-label={t('people.figure', { name, what: t(`targets.${state}`), figure: text })}
      >
        {text}
      </Link>
    </td>
  )
  return (
    <tr>
      <th scope="row">
        <span className={tables.person}>
          {mark}
          <UserText cut>{name}</UserText>
        </span>
        {facts && <span className={classes.facts}>{facts}</span>}
      </th>
      {counts.map((state) => figure(state, formatNumber(figures[state])))}
      {figure('answered', figures.median === null ? '–' : formatDuration(figures.median * 60))}
    </tr>
  )
}

/** Leads of any time that are unanswered now, after their target. */
function Late({ to, late, name }: { to: string; late: number; name: string }) {
  const { t } = useTranslation('dashboard')
  if (late === 0) return null
  return (
    <Link {...link(to, { late: 'true', sort: 'responseDue' })} className={classes.late} data-figure={`late.${name}`}>
      {t('targets.late', { count: late })}
    </Link>
  )
}
