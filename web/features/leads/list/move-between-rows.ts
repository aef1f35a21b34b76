/** Keys j and k: focuses the next or previous lead; Enter opens it. */
export function moveBetweenRows(rows: HTMLElement | null, step: 1 | -1) {
  const links = [...(rows?.querySelectorAll<HTMLElement>('[data-lead-link]') ?? [])]
  const current = links.findIndex((link) => link.closest('[data-row]')?.contains(document.activeElement))
  const next = current < 0 && step < 0 ? links.length - 1 : current + step
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
}
