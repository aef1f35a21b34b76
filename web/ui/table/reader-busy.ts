const SLACK_PX = 8

/** True during hover, with the focus in the rows, or after scrolling: then no row may move. */
export function isReaderBusy(rows: HTMLElement | null) {
  if (!rows) return false
  if (rows.matches(':hover') || rows.contains(document.activeElement)) return true
  if (rows.querySelector('[aria-expanded="true"]')) return true
  const scroller = rows.closest('[data-scroller]')
  return (scroller?.scrollTop ?? 0) > SLACK_PX || window.scrollY > SLACK_PX
}
