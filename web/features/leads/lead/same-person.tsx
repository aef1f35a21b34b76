import { Button } from '@mantine/core'
import { IconArrowsJoin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useCan } from '../../../lib/session/session.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { samePersonQuery } from '../leads.api.ts'
import { mergeLink } from '../merge-link.ts'
import { StatusMenu } from '../status/status-menu.tsx'
import type { LocalizedStatus } from '../status/use-statuses.ts'
import panel from './lead-panels.module.css'
import classes from './same-person.module.css'

type Props = { businessId: string; lead: { _id: string; campaignId: string }; statuses: readonly LocalizedStatus[] }

/** Other leads with the same phone or e-mail, as far as the reader may see them. */
export function SamePerson({ businessId, lead, statuses }: Props) {
  const { t } = useTranslation('leads')
  const mayMerge = useCan('leads.merge', lead.campaignId)
  const { data } = useQuery(samePersonQuery(businessId, lead._id))
  if (!data?.leads.length) return null
  return (
    <section className={panel.panel} aria-labelledby="same-person">
      <h2 id="same-person" className={panel.title} title={t('samePersonText')}>
        {t('samePerson')}
      </h2>
      {mayMerge && (
        <Button
          component={Link}
          {...mergeLink(businessId, lead._id, data.leads)}
          variant="default"
          size="xs"
          leftSection={<IconArrowsJoin2 size={16} stroke={1.75} aria-hidden />}
        >
          {t('mergeThese')}
        </Button>
      )}
      <ul className={classes.leads}>
        {data.leads.map((other) => (
          <li key={other._id} className={classes.lead}>
            <span className={classes.words}>
              <Link to={paths.lead(businessId, other.campaignId, other._id)} className={classes.link}>
                <UserText cut>{other.name || t('noName')}</UserText>
              </Link>
              <span className={classes.second}>
                <UserText cut>{other.campaignName}</UserText>
                <time dateTime={other.date}>{formatDay(other.date)}</time>
              </span>
            </span>
            <StatusMenu lead={other} statuses={statuses} />
          </li>
        ))}
      </ul>
    </section>
  )
}
