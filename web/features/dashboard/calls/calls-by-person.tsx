import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CallFigures } from '#contract/dashboard.ts'
import { formatNumber, formatShare } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { link, type SearchText } from '../../../lib/search.ts'
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import bars from '../bar-list.module.css'
import classes from '../figure-table.module.css'

type Props = {
  calls: CallFigures
  businessId: string
  campaignId: string | null
  period: SearchText
}

/** By person: calls that rang at their phones, those that they answered, and the share. */
export function CallsByPerson({ calls, businessId, campaignId, period }: Props) {
  const { t } = useTranslation('dashboard')
  const heads = ['rang', 'answered', 'share'] as const
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
              <Person key={person.user._id} {...{ person, businessId, campaignId, period }} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type PersonProps = Omit<Props, 'calls'> & { person: CallFigures['people'][number] }
function Person({ person, businessId, campaignId, period }: PersonProps) {
  const { t } = useTranslation('dashboard')
  const { user, answered, missed, rate } = person
  const ofCalls = paths.calls(businessId, campaignId)
  const figure = (name: string, text: string, search: SearchText) => (
    <Link
      {...link(ofCalls, { ...period, ...search })}
      className={classes.figure}
      data-figure={`${name}.${user._id}`}
      aria-label={t('people.figure', { name: user.name, what: t(`people.${name}`), figure: text })}
    >
      {text}
    </Link>
  )
  const answeredCalls = { direction: 'inbound', status: 'Answered', answeredBy: user._id }
  return (
    <tr>
      <th scope="row">
        <span className={classes.person}>
          <PersonAvatar {...user} id={user._id} />
          <UserText cut>{user.name}</UserText>
        </span>
      </th>
      <td className={classes.number}>
        {figure('rang', formatNumber(answered.total + missed.total), { rang: user._id })}
      </td>
      <td className={classes.number}>{figure('answered', formatNumber(answered.total), answeredCalls)}</td>
      <td className={classes.number}>
        <bdi dir="ltr">{rate.value === null ? '–' : formatShare(rate.value)}</bdi>
      </td>
    </tr>
  )
}
