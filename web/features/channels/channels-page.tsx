import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { NoPermission } from '../../ui/feedback/no-permission.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { FormSection, FormSections } from '../../ui/forms/form-section.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { connectionsQuery, smsChannelQuery, whatsAppQuery } from './channels.api.ts'
import classes from './channels-page.module.css'
import { MailCard } from './mail-card.tsx'
import { SmsCard } from './sms-card.tsx'
import { WhatsAppCard } from './whatsapp/whatsapp-card.tsx'

/** The channels by which the business writes to its leads. */
export function ChannelsPage() {
  const { t } = useTranslation('channels')
  const { businessId } = useBusiness()
  const canManage = useCan('business.settings')
  const mail = useQuery({ ...connectionsQuery(businessId), enabled: canManage })
  const sms = useQuery({ ...smsChannelQuery(businessId), enabled: canManage })
  const whatsApp = useQuery({ ...whatsAppQuery(businessId), enabled: canManage })
  const error = mail.error ?? sms.error ?? whatsApp.error
  const isLoaded = mail.data && sms.data && whatsApp.data
  const again = () => void Promise.all([mail.refetch(), sms.refetch(), whatsApp.refetch()])
  return (
    <Page title={t('title')} context={t('text')}>
      {!canManage && <NoPermission />}
      {canManage && !isLoaded && error && <ErrorState error={error} onRetry={again} />}
      {canManage && !isLoaded && !error && <SkeletonRows rows={6} columns={2} />}
      {canManage && mail.data && sms.data && whatsApp.data && (
        <FormSections>
          <FormSection title={t('mail.title')} text={t('mail.text')}>
            <MailCard connection={mail.data.connections[0]} installation={mail.data.installationMail} />
            <p className={classes.second}>{t(mail.data.receivesMail ? 'mail.answers' : 'mail.noAnswers')}</p>
          </FormSection>
          <FormSection title={t('sms.title')} text={t('sms.text')}>
            <SmsCard sms={sms.data} />
          </FormSection>
          <FormSection title={t('whatsApp.title')} text={t('whatsApp.text')}>
            <WhatsAppCard channel={whatsApp.data} />
          </FormSection>
        </FormSections>
      )}
    </Page>
  )
}
