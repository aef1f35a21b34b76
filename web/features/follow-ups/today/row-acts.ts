/** Actions of a row on the page Today, which keys and swipes trigger. */
export type RowAct = 'open' | 'main' | 'snooze' | 'done' | 'select'

/** The button of a task's main act is the one that finishes it. */
const selectors: Record<RowAct, string> = {
  open: '[data-act="open"]',
  main: '[data-act="main"]',
  snooze: '[data-act="snooze"]',
  select: '[data-act="select"]',
  done: '[data-act="done"], button[data-act="main"]',
}

export const actIn = (row: HTMLElement | null | undefined, act: RowAct) =>
  row?.querySelector<HTMLElement>(selectors[act]) ?? undefined
