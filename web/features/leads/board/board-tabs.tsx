import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { StatusGlyph } from '../../../shared/status-glyph.tsx'
import tabs from '../status/status-tabs.module.css'
import { panelIdOf } from './board-column.tsx'
import classes from './lead-board.module.css'
import type { ShownColumn } from './use-board-columns.ts'

type Props = { columns: readonly ShownColumn[]; activeKey: string | undefined; onChoose: (key: string) => void }

/** The columns as tabs, on narrow screens. They follow the swipes; the arrow keys go from one to the next. */
export function BoardTabs({ columns, activeKey, onChoose }: Props) {
  const { t } = useTranslation('leads')
  const bar = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is chosen.
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector('[aria-selected=true]')
    if (!bar.current || !tab) return
    const [tabBox, barBox] = [tab.getBoundingClientRect(), bar.current.getBoundingClientRect()]
    // Not scrollIntoView: it would also scroll the page.
    if (tabBox.left < barBox.left || tabBox.right > barBox.right)
      bar.current.scrollBy?.({ left: (tabBox.left + tabBox.right - barBox.left - barBox.right) / 2 })
  }, [activeKey])
  const onKey = (event: KeyboardEvent) => {
    const isForward = event.key === (document.documentElement.dir === 'ltr' ? 'ArrowRight' : 'ArrowLeft')
    const isBack = event.key === (document.documentElement.dir === 'ltr' ? 'ArrowLeft' : 'ArrowRight')
    const at = columns.findIndex(({ key }) => key === activeKey) + (isForward ? 1 : isBack ? -1 : 0)
    const next = columns[at]
    if ((!isForward && !isBack) || !next) return
    event.preventDefault()
    onChoose(next.key)
    bar.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
  }
  return (
    <div ref={bar} className={classes.tabs} role="tablist" aria-label={t('board.columns')} onKeyDown={onKey}>
      {columns.map(({ key, name, total, status }) => (
        <UnstyledButton
          key={key}
          role="tab"
          className={tabs.tab}
          data-hue={status?.hue}
          aria-selected={key === activeKey}
          aria-controls={panelIdOf(key)}
          tabIndex={key === activeKey ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {status && <StatusGlyph type={status.type} part={status.part} />}
          {/* The space separates name and number for screen readers. */}
          <bdi>{name}</bdi> <span className={tabs.total}>{formatNumber(total)}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}
