import type { MouseEvent } from 'react'
import type { Lead } from '#contract/leads.ts'

const NOT_A_LINK = 'button, input, label, [role="menu"], [role="dialog"], a:not([data-lead-link])'
const MIDDLE = 1

/**
 * What a click into the rows means: the lead to be opened here, or undefined. With Ctrl, ⌘ or the middle button the lead
 * opens in a new tab, by the browser itself on the link of the name. One listener serves all rows.
 */
export function followLeadLink(event: MouseEvent, leads: readonly Lead[]): Lead | undefined {
  const target = event.target as HTMLElement
  // A menu of a row is drawn elsewhere on the page, and yet its clicks come by here.
  if (!event.currentTarget.contains(target) || target.closest(NOT_A_LINK)) return undefined
  const row = target.closest<HTMLElement>('[data-row]')
  const link = row?.querySelector<HTMLAnchorElement>('[data-lead-link]')
  const lead = leads.find(({ _id }) => _id === row?.dataset.row)
  const isOnLink = target.closest('[data-lead-link]') !== null
  if (!link || !lead || event.button > MIDDLE || window.getSelection()?.type === 'Range') return undefined
  if (event.shiftKey) return undefined
  if (event.button === MIDDLE || event.ctrlKey || event.metaKey) {
    if (!isOnLink) window.open(link.href, '_blank', 'noopener')
    return undefined
  }
  event.preventDefault()
  return lead
}
