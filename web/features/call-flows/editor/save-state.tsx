import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/i18n/format.ts'
import type { FlowNow } from './flow-saver.ts'

/** Whether the draft is stored. */
export function SaveState({ now }: { now: FlowNow }) {
  const { t } = useTranslation('call-flows')
  const { state, flow, error } = now
  const text = () => {
    if (state === 'waiting' || state === 'saving') return t('save.saving')
    if (state === 'offline') return t('save.offline')
    if (state === 'failed') return t('save.failed')
    if (state === 'refused') return t('save.refused', { error })
    if (state === 'conflict') return t('save.conflict')
    if (!flow.hasDraft || !flow.draftAt) return ''
    const time = `\u2066${formatTime(flow.draftAt)}\u2069`
    return t(flow.version === null ? 'save.savedFirst' : 'save.saved', { time })
  }
  return <span role="status">{text()}</span>
}
