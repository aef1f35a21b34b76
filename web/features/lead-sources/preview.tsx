import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SourceMapping } from '#contract/lead-sources/lead-sources.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { previewQuery } from './lead-sources.api.ts'
import classes from './lead-sources.module.css'

type Props = { id: string; sampleAt: string; mapping: SourceMapping | null }

/** What a lead of the sample would be. */
export function Preview({ id, sampleAt, mapping }: Props) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const { data } = useQuery(previewQuery(businessId, id, mapping, sampleAt))
  if (!data) return null
  const { lead, reason, notes } = data.preview
  return (
    <div className={classes.preview} role="status" aria-label={t('preview.title')}>
      <strong>{t('preview.title')}</strong>
      {reason && <p>{t(`reasons.${reason}`)}</p>}
      {lead && (
        <p>
          <bdi>{lead.name || t('nameless')}</bdi>
          {lead.phone && (
            <>
              {' · '}
              <Phone number={lead.phone} />
            </>
          )}
          {lead.email && (
            <>
              {' · '}
              <bdi dir="ltr">{lead.email}</bdi>
            </>
          )}
        </p>
      )}
      {lead?.message && <p dir="auto">{lead.message}</p>}
      {notes.length > 0 && (
        <p className={classes.second}>
          {t('preview.notes')} <bdi>{notes.map(({ label, value }) => `${label}: ${value}`).join(' · ')}</bdi>
        </p>
      )}
    </div>
  )
}
