import { IconBellRinging, IconClockPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { VirtualNumber } from '#contract/calls/numbers.ts'
import type { Routing } from '#contract/calls/routing.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { currentLanguage } from '../../../lib/i18n/i18n.ts'
import type { Opening } from './opening-hours.ts'
import { useRingChoices } from './ring-choices.ts'
import classes from './ring-now.module.css'

export type RingProps = {
  routing: Routing
  known?: VirtualNumber['people']
  isPaused?: boolean
  campaignId: string | null
}

/** Who would ring for a call while the number is open or closed as `opening` says. */
export function RingLine({
  routing,
  known = [],
  isPaused = false,
  campaignId,
  opening,
}: RingProps & { opening: Opening }) {
  const { t } = useTranslation(['numbers', 'open-ranges'])
  const { nameOf } = useRingChoices(known)
  const { ring, outside, noAnswer } = routing
  const targets = ring.targets.filter(
    ({ userId }) => !known.some(({ _id, isSuspended }) => _id === userId && isSuspended),
  )
  const isRinging = !isPaused && campaignId !== null && opening.isOpen && targets.length > 0
  const names = targets.map((target) =>
    target.kind === 'phone' ? isolated(formatPhone(target.phone)) : nameOf(target.userId),
  )
  const text = () => {
    if (isPaused) return t('now.paused')
    if (campaignId === null) return t('now.noCampaign')
    if (!opening.isOpen) {
      const gets = t(`now.gets.${outside.kind}`)
      if (!opening.opens) return t('now.neverOpen', { gets })
      return t('now.closed', {
        gets,
        day: t(`days.${opening.opens.day}`, { ns: 'open-ranges' }),
        clock: opening.opens.clock,
      })
    }
    if (names.length === 0)
      return t('now.unanswered', { gets: t(`now.gets.${noAnswer.kind === 'voicemail' ? 'voicemail' : 'message'}`) })
    const list = new Intl.ListFormat(currentLanguage(), { type: 'unit' }).format(names)
    return t(ring.mode === 'in_order' && names.length > 1 ? 'now.inOrder' : 'now.rings', { names: list })
  }
  const Icon = isRinging ? IconBellRinging : IconClockPause
  return (
    <p className={classes.line} data-hue={isRinging ? 'green' : 'amber'}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{text()}</span>
    </p>
  )
}

/** Isolates a number, so that it keeps its order within Hebrew text. */
const isolated = (text: string) => `\u2066${text}\u2069`
