import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { formatDate } from '../../lib/i18n/format.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { cards } from './cards.ts'
import classes from './integrations-page.module.css'

const signs = { connected: IconCircleCheck, attention: IconAlertTriangle, none: IconCircleDashed }

/** One integration: its state in words, account and times, what is wrong, and the way to its page. */
export function IntegrationCard({ integration }: { integration: Integration }) {
  const { t } = useTranslation('integrations')
  const { businessId } = useBusiness()
  const { key, state, account, count, since, lastSuccessAt, problem } = integration
  const { Icon, to, hash } = cards[key]
  const Sign = signs[state]
  const name = t(`names.${key}`)
  const act = t(`acts.${state}`)
  return (
    <li className={classes.card} aria-labelledby={`integration-${key}`}>
      <span className={classes.icon}>
        <Icon size={22} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.words}>
        <h2 id={`integration-${key}`} className={classes.name}>
          {name}
        </h2>
        <span className={classes.state} data-state={state}>
          <Sign size={16} stroke={1.75} aria-hidden />
          {t(`states.${state}`)}
        </span>
        <span className={classes.second}>
          {state === 'none' && t(`about.${key}`)}
          {account && (account.startsWith('+') ? <Phone number={account} /> : <bdi dir="ltr">{account}</bdi>)}
          {count !== null && <span>{t(`counts.${key}`, { count })}</span>}
          {since && <span>{t('since', { date: formatDate(since) })}</span>}
          {lastSuccessAt && (
            <span>
              {t(`lastSuccess.${key}`)} <RelativeTime ago at={lastSuccessAt} />
            </span>
          )}
        </span>
        {problem && (
          <p className={classes.problem}>{t(`problems.${problem.code}`, { names: problem.names.join(', ') })}</p>
        )}
      </div>
      <Button
        component={Link}
        to={to(businessId)}
        {...(hash && { hash })}
        variant="default"
        aria-label={t('actOf', { act, name })}
      >
        {act}
      </Button>
    </li>
  )
}
