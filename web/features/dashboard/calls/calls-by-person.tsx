import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CallFigures } from '#contract/dashboard.ts'
import { responseBuckets } from '#contract/leads/responses/responses.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import { formatNumber, formatShare } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { link, type SearchText } from '../../../lib/search.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import bars from '../bar-list.module.css'
import { responsesQuery } from '../dashboard.api.ts'
import classes from './calls-by-person.module.css'

type Props = {
  calls: CallFigures
  businessId: string
  campaignId: string | null
  period: SearchText
  days: DayRange | null
}
const RESPONDED: SearchText = { response: responseBuckets.filter((bucket) => bucket !== 'none').join() }

/** By person: calls that rang at their phones, those that they answered, the share, and the first response to their leads. */
export function CallsByPerson({ calls, businessId, campaignId, period, days }: Props) {
  const { t } = useTranslation('dashboard')
  const { data } = useQuery(responsesQuery(businessId, { campaignId, period: days }))
  const heads = ['rang', 'answered', 'share', 'response'] as const
  return (
    <section className={bars.list} aria-label={t('people.title')}>
      <h2 className={bars.title}>{t('people.title')}</h2>
      <p className={bars.about}>{t('people.about')}</p>
      {calls.people.length === 0 && <p className={bars.none}>{t('people.none')}</p>}
      {calls.people.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('people.person')}</th>
              {heads.map((head) => (
                <th key={head} scope="col" className={classes.number}>
                  {t(`people.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {calls.people.map((person) => (
              <Person
                key={person.user._id}
                {...{ person, businessId, campaignId, period }}
                median={data?.people.find(({ userId }) => userId === person.user._id)?.median}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type PersonProps = Omit<Props, 'calls' | 'days'> & { person: CallFigures['people'][number]; median: number | undefined }
function Person({ person, businessId, campaignId, period, median }: PersonProps) {
  const { t } = useTranslation('dashboard')
  const { user, answered, missed, rate } = person
  const ofCalls = paths.calls(businessId, campaignId)
  const figure = (name: string, text: string, { to, search }: { to: string; search: SearchText }) => (
    <Link
      {...link(to, { ...period, ...search })}
      className={classes.figure}
      data-figure={`${name}.${user._id}`}
      aria-label={t('people.figure', { name: user.name, what: t(`people.${name}`), figure: text })}
    >
      {text}
    </Link>
  )
  const answeredCalls = { to: ofCalls, search: { direction: 'inbound', status: 'Answered', answeredBy: user._id } }
  return (
    <tr>
      <th scope="row">
        <span className={classes.person}>
          <PersonAvatar {...user} id={user._id} />
          <UserText cut>{user.name}</UserText>
        </span>
      </th>
      <td className={classes.number}>
        {figure('rang', formatNumber(answered.total + missed.total), { to: ofCalls, search: { rang: user._id } })}
      </td>
      <td className={classes.number}>{figure('answered', formatNumber(answered.total), answeredCalls)}</td>
      <td className={classes.number}>
        <bdi dir="ltr">{rate.value === null ? '–' : formatShare(rate.value)}</bdi>
      </td>
      <td className={classes.number}>
        {median === undefined
          ? '–'
          : figure('response', t('people.minutes', { minutes: formatNumber(Math.round(median)) }), {
              to: paths.leads(businessId, campaignId),
              search: { ...RESPONDED, assigned: user._id },
            })}
      </td>
    </tr>
  )
}
