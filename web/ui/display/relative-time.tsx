import { useTranslation } from 'react-i18next'
import { formatAgo, formatDateTime, formatSince } from '../../lib/i18n/format.ts'
import { useNow } from './use-now.ts'

/** Time since a moment; the exact time is the tooltip. */
export function RelativeTime({ at, ago = false }: { at: string; ago?: boolean }) {
  const { t } = useTranslation()
  const current = useNow()
  const say = ago ? formatAgo : formatSince
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {say(at, new Date(Math.max(current, Date.parse(at)))) ?? t(ago ? 'aMomentAgo' : 'justNow')}
    </time>
  )
}
