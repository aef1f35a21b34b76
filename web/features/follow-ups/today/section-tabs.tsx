import { UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TodaySection } from '#contract/leads/follow-ups/today.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import classes from './section-tabs.module.css'

type Kind = TodaySection['kind'] | 'meetings'
export const sectionId = (kind: Kind) => `today-${kind}`

type Props = {
  sections: readonly TodaySection[]
  /** How many meetings stand below the sections. */
  meetings: number
}
/** On narrow screens: a jump to each section that has rows; the mark follows the scroll. */
export function SectionTabs({ sections, meetings }: Props) {
  const { t } = useTranslation('follow-ups')
  const ofMeetings = { kind: 'meetings' as const, count: meetings, countIsExact: true }
  const filled = [...sections, ofMeetings].filter(({ count }) => count > 0)
  const seen = useSeen(filled.map(({ kind }) => kind))
  if (filled.length < 2) return null
  const jump = (kind: Kind) => {
    const heading = document.getElementById(sectionId(kind))
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav className={classes.tabs} aria-label={t('today.tabs')}>
      {filled.map(({ kind, count, countIsExact }) => (
        <UnstyledButton
          key={kind}
          className={classes.tab}
          aria-current={seen === kind ? 'location' : undefined}
          onClick={() => jump(kind)}
        >
          {t(`today.short.${kind}`)}
          <span className={classes.count}>{formatTotal({ total: count, totalIsExact: countIsExact })}</span>
        </UnstyledButton>
      ))}
    </nav>
  )
}

/** The first of the sections that are on the screen. */
function useSeen(kinds: readonly Kind[]) {
  const [onScreen, setOnScreen] = useState<readonly string[]>([])
  const key = kinds.join()
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver((entries) =>
      setOnScreen((before) => [
        ...before.filter((id) => !entries.some(({ target }) => target.getAttribute('aria-labelledby') === id)),
        ...entries.flatMap(({ target, isIntersecting }) =>
          isIntersecting ? (target.getAttribute('aria-labelledby') ?? []) : [],
        ),
      ]),
    )
    for (const kind of key.split(',') as Kind[]) {
      const section = document.getElementById(sectionId(kind))?.closest('section')
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [key])
  return kinds.find((kind) => onScreen.includes(sectionId(kind))) ?? kinds[0]
}
