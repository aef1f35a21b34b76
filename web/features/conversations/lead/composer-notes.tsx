import { IconMoon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChannelOutlook } from '#contract/leads/conversations/conversations.ts'
import { countSms } from '#contract/values/sms-segments.ts'
import { formatDateTime, formatNumber } from '../../../lib/i18n/format.ts'
import classes from './composer.module.css'

const SEGMENTS_MANY = 3

type Frame = { before: string; after: string }
/** Characters and messages, with what the server adds. */
export function Counted({ text, frame }: { text: string; frame: Frame | undefined }) {
  const { t } = useTranslation('conversations')
  const { length, segments } = countSms(frame ? frame.before + text + frame.after : text)
  if (text === '') return null
  return (
    <span className={classes.count} data-many={segments > SEGMENTS_MANY || undefined}>
      {t('counted', { count: segments, characters: formatNumber(length), segments: formatNumber(segments) })}
    </span>
  )
}

type SaidProps = {
  outlook: ChannelOutlook
  found: ChannelOutlook['service']
  isLater: boolean
  /** Words of one's own, and not a template. */
  isFree: boolean
}
/** Why it cannot be sent, when it will be, and where answers go, in words. */
export function Said({ outlook, found, isLater, isFree }: SaidProps) {
  const { t } = useTranslation('conversations')
  const { waitsFor, waitsUntil, refusal } = found
  if (refusal)
    return (
      <p className={classes.refusal} role="status">
        {t(`reasons.${refusal}`)}
      </p>
    )
  return (
    <>
      {waitsFor && waitsUntil && !isLater && (
        <p className={classes.waits}>
          <IconMoon size={16} stroke={1.75} aria-hidden />
          {t('waits', { why: t(`waitsFor.${waitsFor}`), when: formatDateTime(waitsUntil) })}
        </p>
      )}
      {outlook.windowUntil && isFree && (
        <p className={classes.hint}>{t('windowUntil', { when: formatDateTime(outlook.windowUntil) })}</p>
      )}
      {!outlook.receivesReplies && (
        <p className={classes.hint}>
          {outlook.repliesTo ? t('repliesTo', { address: outlook.repliesTo }) : t('noReplies')}
        </p>
      )}
    </>
  )
}
