const SLACK_PX = 8

/** Whether somebody points at the rows, works in them or has left their top: then nothing may move by itself. */
export function isReaderBusy(rows: HTMLElement | null) {
  if (!rows) return false
  if (rows.matches(':hover') || rows.contains(document.activeElement)) return true
  if (rows.querySelector('[aria-expanded="true"]')) return true
  const scroller = rows.closest('[data-scroller]')
  return (scroller?.scrollTop ?? 0) > SLACK_PX || window.scrollY > SLACK_PX
}
