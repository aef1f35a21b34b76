import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/i18n/format.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { useBusiness, useCan } from '../../../lib/session/session.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import { UserText } from '../../../ui/display/user-text.tsx'
import { Fact } from '../fact.tsx'
import { readableUrl } from '../links/readable-url.ts'
import { type CampaignValues, targetOfLink } from './campaign-form.ts'
import classes from './campaign-review.module.css'

type Step = 'basics' | 'sources' | 'phone' | 'people'
type Props = { values: CampaignValues; onEdit: (step: Step) => void }

/** Summary of the values that are set; a part without any leads to its step. */
export function CampaignReview({ values, onEdit }: Props) {
  const { t } = useTranslation(['campaigns', 'common'])
  const { businessId } = useBusiness()
  const canOrder = useCan('numbers.order')
  const { data } = useQuery(peopleQuery(businessId))
  const { name, image, startDate, endDate, tags, notes, takesForm, links, members } = values
  const { emailNotifications, smsNotifications } = values
  const nameOf = (userId: string) => data?.people.find(({ _id }) => _id === userId)?.name ?? '…'
  const day = (date: string | null) => (date ? formatDate(`${date}T12:00:00Z`) : null)
  const isSet = {
    basics: true,
    sources: links.length > 0 || takesForm,
    phone: true,
    people: members.length + emailNotifications.length + smsNotifications.length > 0,
  }
  const part = (step: Step, children: ReactNode) => (
    <section className={classes.part}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t(`steps.${step}`)}</h2>
        <Anchor component="button" type="button" className={classes.edit} onClick={() => onEdit(step)}>
          {t(isSet[step] ? 'review.edit' : 'review.add', { part: t(`steps.${step}`) })}
        </Anchor>
      </div>
      {isSet[step] && <dl className={classes.facts}>{children}</dl>}
    </section>
  )

  return (
    <div className={classes.review}>
      {part(
        'basics',
        <>
          <Fact name={t('form.name')}>
            <span className={classes.campaign}>
              <Picture id="new" name={name} image={image?.url ?? null} size="md" />
              <UserText>{name}</UserText>
            </span>
          </Fact>
          <Fact name={t('form.startDate')}>{day(startDate)}</Fact>
          <Fact name={t('form.endDate')}>{day(endDate)}</Fact>
          <Fact name={t('form.tags')}>{tags.length > 0 && <UserText>{tags.join(', ')}</UserText>}</Fact>
          <Fact name={t('form.notes')}>{notes && <UserText>{notes}</UserText>}</Fact>
        </>,
      )}
      {part(
        'sources',
        <>
          <Fact name={t('form.website')}>{takesForm && t('form.websiteYes')}</Fact>
          {links.map((link) => (
            <Fact key={link.key} name={<UserText>{link.label}</UserText>}>
              <bdi dir="ltr">{readableUrl(targetOfLink(link) ?? link.url)}</bdi>
            </Fact>
          ))}
        </>,
      )}
      {canOrder &&
        part(
          'phone',
          <Fact name={t('form.phone')}>{t(values.takesNumber ? 'form.numberNow' : 'form.numberLater')}</Fact>,
        )}
      {part(
        'people',
        <>
          {members.map(({ userId, role }) => (
            <Fact key={userId} name={<UserText>{nameOf(userId)}</UserText>}>
              {t(`roles.${role}`, { ns: 'common' })}
            </Fact>
          ))}
          <Fact name={t('form.emails')}>
            {emailNotifications.length > 0 && <bdi dir="ltr">{emailNotifications.join(', ')}</bdi>}
          </Fact>
          <Fact name={t('form.phones')}>
            {smsNotifications.length > 0 && <bdi dir="ltr">{smsNotifications.join(', ')}</bdi>}
          </Fact>
        </>,
      )}
    </div>
  )
}
