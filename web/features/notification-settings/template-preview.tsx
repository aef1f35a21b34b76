import { useTranslation } from 'react-i18next'
import { fillTemplate, type Template, type TemplateContent } from '#contract/notifications/message-templates.ts'
import { countSms } from '#contract/values/sms-segments.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import classes from './template-preview.module.css'

type Props = { template: Template; content: TemplateContent }

/** The message as a recipient would get it, with sample values. */
export function TemplatePreview({ template, content }: Props) {
  const { t } = useTranslation('notification-settings')
  return (
    <section className={classes.preview} aria-label={t('templates.preview')}>
      <h3 className={classes.title}>{t('templates.preview')}</h3>
      {template.channel === 'mail' ? (
        <Mail template={template} content={content} />
      ) : (
        <Sms template={template} content={content} />
      )}
    </section>
  )
}

const dirOf = ({ language }: Template) => (language === 'he' ? 'rtl' : 'ltr')

function Mail({ template, content }: Props) {
  const { examples, frame, language } = template
  const subject = fillTemplate(content.subject ?? '', examples)
  const words = fillTemplate(content.text, examples).trim()
  return (
    <div className={classes.mail} lang={language} dir={dirOf(template)}>
      <div className={classes.subject}>{subject}</div>
      <div className={classes.sheet}>
        <p className={classes.heading}>{frame?.heading ?? subject}</p>
        {words && <p className={classes.words}>{words}</p>}
        {frame && frame.facts.length > 0 && (
          <dl className={classes.facts}>
            {frame.facts.map(({ label, value, isLtr }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi dir={isLtr ? 'ltr' : 'auto'}>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {frame?.action && <span className={classes.action}>{frame.action}</span>}
        <p className={classes.note}>{frame?.note}</p>
      </div>
    </div>
  )
}

function Sms({ template, content }: Props) {
  const { t } = useTranslation('notification-settings')
  const text = fillTemplate(content.text, template.examples).trim()
  const { alphabet, length, segments } = countSms(text)
  return (
    <>
      <p className={classes.bubble} lang={template.language} dir={dirOf(template)}>
        {text}
      </p>
      <p className={classes.count} role="status">
        {t('segments.count', { count: segments })}
        {' · '}
        {t('segments.length', { count: length, length: formatNumber(length) })}
        {' · '}
        {t(`segments.${alphabet}`)}
      </p>
    </>
  )
}
