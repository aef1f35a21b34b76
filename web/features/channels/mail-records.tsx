import { useTranslation } from 'react-i18next'
import type { MailServer } from '#contract/leads/messages/channels.ts'
import { mailAdviceOf } from '#contract/leads/messages/mail-records.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import classes from './channels-page.module.css'

/** The records by which receivers trust mail of the business's domain. */
export function MailRecords({ settings }: { settings: Pick<MailServer, 'host' | 'fromAddress'> }) {
  const { t } = useTranslation('channels')
  const { domain, records, dkim } = mailAdviceOf(settings)
  return (
    <details className={classes.records}>
      <summary>{t('records.title', { domain })}</summary>
      <p className={classes.second}>{t('records.text')}</p>
      {records.map(({ kind, name, type, value }) => (
        <div key={kind}>
          <h3 className={classes.recordName}>{t(`records.${kind}.title`)}</h3>
          <p className={classes.second}>{t(`records.${kind}.text`)}</p>
          <CodeBlock label={t(`records.${kind}.title`)} text={`${name}  ${type}\n${value}`} />
        </div>
      ))}
      <h3 className={classes.recordName}>{t('records.dkim.title')}</h3>
      <p className={classes.second}>
        {dkim ? t('records.dkim.known', { provider: dkim.provider }) : t('records.dkim.unknown')}
      </p>
      {dkim && <CodeBlock label={t('records.dkim.title')} text={dkim.name} />}
    </details>
  )
}
