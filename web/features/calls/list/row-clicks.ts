import type { MouseEvent } from 'react'
import type { Call } from '#contract/calls/calls.ts'

/** The call whose row was clicked; undefined if the click hit a control in the row or asks for a new tab. */
export function callOfClick(event: MouseEvent, calls: readonly Call[]): Call | undefined {
  const { target } = event
  if (
    !(target instanceof Element) ||
    !event.currentTarget.contains(target) ||
    target.closest('button, a:not([data-call-link])')
  )
    return undefined
  if (event.ctrlKey || event.metaKey || event.shiftKey || window.getSelection()?.type === 'Range') return undefined
  const row = target.closest<HTMLElement>('[data-row]')
  const call = calls.find(({ _id }) => _id === row?.dataset.row)
  if (call) event.preventDefault()
  return call
}

/** j and k move the focus from call to call; Enter opens it. */
export function moveBetweenCalls(rows: HTMLElement | null, step: 1 | -1) {
  const links = [...(rows?.querySelectorAll<HTMLElement>('[data-call-link]') ?? [])]
  const current = links.findIndex((link) => link.closest('[data-row]')?.contains(document.activeElement))
  const next = current < 0 && step < 0 ? links.length - 1 : current + step
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}
