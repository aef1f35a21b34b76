import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import type { MessageChannel } from '#contract/leads/messages/message-templates.ts'
import { countSms } from '#contract/values/sms-segments.ts'
import { formatNumber } from '../../lib/i18n/format.ts'
import classes from './message-preview.module.css'

type Props = { channel: MessageChannel; language: Language; subject: string | null; text: string }

/** A message as the lead gets it. */
export function MessagePreview({ channel, language, subject, text }: Props) {
  const { t } = useTranslation('message-templates')
  const words = { lang: language, dir: language === 'he' ? 'rtl' : 'ltr' }
  if (channel === 'email')
    return (
      <div className={classes.letter} {...words}>
        <div className={classes.subject}>{subject}</div>
        <div className={classes.text}>{text}</div>
      </div>
    )
  const bubble = (
    <p className={classes.bubble} {...words}>
      {text}
    </p>
  )
  if (channel === 'whatsapp') return bubble
  const { alphabet, length, segments } = countSms(text)
  return (
    <>
      {bubble}
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
