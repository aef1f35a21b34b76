import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Arrival } from '#contract/leads/history/lead-why.ts'
import { formatDateTime } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useIds } from '../../../lib/search.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useSourceName } from '../../../shared/source-mark.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Phone } from '../../../ui/display/phone.tsx'
import classes from './lead-why.module.css'

const WITH_RAW: readonly Arrival['channel'][] = ['api', 'form', 'import', 'sms', 'whatsapp']

/** An enquiry: what sent it, what was decided by itself, and its data as received. */
export function WhyArrival({ arrival }: { arrival: Arrival }) {
  const { t } = useTranslation('lead-why')
  const sourceName = useSourceName()
  const { channel, at, by, keyName, formName, number, file, campaign, placedBy, source, assigned, raw } = arrival
  return (
    <li className={classes.item}>
      <h4 className={classes.head}>
        <span>{t(`channels.${channel}`)}</span>
        {arrival.whilePaused && <span className={classes.mark}>{t('whilePaused')}</span>}
        <time dateTime={at}>{formatDateTime(at)}</time>
      </h4>
      <dl className={classes.facts}>
        {keyName !== null && <Fact label={t('facts.key')}>{keyName}</Fact>}
        {formName !== null && <Fact label={t('facts.form')}>{formName}</Fact>}
        {number && (
          <Fact label={t('facts.number')}>
            <Phone number={number} />
          </Fact>
        )}
        {file && (
          <Fact label={t('facts.file')} more={file.row === null ? undefined : t('facts.row', { row: file.row })}>
            {file.name}
          </Fact>
        )}
        {by && <Fact label={t('facts.by')}>{by.name}</Fact>}
        <Fact label={t('facts.source')}>{sourceName(source)}</Fact>
        <Fact label={t('facts.campaign')} more={t(`placed.${placedBy}`)}>
          {campaign}
        </Fact>
        <div>
          <dt>{t('facts.decision')}</dt>
          <dd>
            {t(`fates.${arrival.fate}`)} {arrival.known && <KnownLead known={arrival.known} />}
          </dd>
        </div>
        {assigned && (
          <Fact label={t('facts.assigned')} more={t(assigned.isSender ? 'assigned.sender' : 'assigned.named')}>
            {assigned.user.name}
          </Fact>
        )}
      </dl>
      {raw !== null && (
        <>
          <p className={classes.label}>{t('raw')}</p>
          <CodeBlock text={readable(raw)} label={t('raw')} />
        </>
      )}
      {raw === null && WITH_RAW.includes(channel) && arrival.fate !== 'refused' && (
        <p className={classes.none}>{t('noRaw')}</p>
      )}
    </li>
  )
}

/** A value with why it is so. */
function Fact({ label, more, children }: { label: string; more?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
        {more && <span className={classes.more}>{more}</span>}
      </dd>
    </div>
  )
}

function KnownLead({ known }: { known: NonNullable<Arrival['known']> }) {
  const { t } = useTranslation('lead-why')
  const { businessId } = useBusiness()
  const { campaignId } = useIds(paths.lead)
  if (!known.name) return null
  return (
    <Anchor component={Link} to={paths.lead(businessId, campaignId, known._id)}>
      {t('known')} <bdi>{known.name}</bdi>
    </Anchor>
  )
}

function readable(raw: string) {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
