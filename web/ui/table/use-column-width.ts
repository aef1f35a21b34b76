import { useDirection } from '@mantine/core'
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN } from '#contract/leads/table-views.ts'
import type { OwnTable } from './use-table-view.ts'

const KEY_STEP = 16
/** A shorter movement is a click. */
const SLACK = 3
const bounded = (width: number) => Math.round(Math.min(Math.max(width, COLUMN_WIDTH_MIN), COLUMN_WIDTH_MAX))

type Column = { table: HTMLTableElement; head: HTMLElement; col: HTMLTableColElement; cols: HTMLTableColElement[] }
function columnAt(edge: Element): Column | undefined {
  const head = edge.closest('th')
  const table = edge.closest('table')
  const cols = [...(table?.querySelectorAll('col') ?? [])]
  const col = cols.find((one) => one.dataset.column === head?.dataset.column)
  return head && table && col ? { table, head, col, cols } : undefined
}

/** Width of the widest cell, with padding. */
function widthOfContent({ table, head }: Column) {
  const at = [...(head.parentElement?.children ?? [])].indexOf(head)
  table.dataset.measuring = 'true'
  const range = document.createRange()
  const widths = [...table.rows].map((row) => {
    const cell = row.cells[at]
    if (!cell) return 0
    range.selectNodeContents(cell === head ? (head.firstElementChild ?? head) : cell)
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell)
    return (
      range.getBoundingClientRect().width + Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)
    )
  })
  delete table.dataset.measuring
  return Math.ceil(Math.max(...widths))
}

/** Resizes a column by drag, keys or auto-fit. Dragging sets the DOM width without rendering. */
export function useColumnWidth<K extends string>(table: OwnTable<K>, key: K) {
  const { dir } = useDirection()
  const outward = dir === 'rtl' ? -1 : 1
  const save = (width: number) =>
    table.change({
      columns: (columns) => columns.map((one) => (one.key === key ? { ...one, width: bounded(width) } : one)),
    })

  const drag = (event: PointerEvent<HTMLElement>) => {
    const column = columnAt(event.currentTarget)
    if (!column || event.button !== 0) return
    event.preventDefault()
    const edge = event.currentTarget
    edge.focus({ preventScroll: true })
    edge.setPointerCapture(event.pointerId)
    const from = event.clientX
    const before = column.head.offsetWidth
    let width = before
    // Growing columns keep their width until the drag ends, so that the edge follows the pointer.
    const kept = column.cols.map((col) => col.style.width)
    const heads = [...(column.head.parentElement?.querySelectorAll<HTMLElement>(':scope > *') ?? [])]
    const widths = heads.map((head) => head.offsetWidth)
    const follow = ({ clientX }: globalThis.PointerEvent) => {
      width = bounded(before + (clientX - from) * outward)
      column.cols.forEach((col, at) => {
        col.style.width = `${widths[at]}px`
      })
      column.col.style.width = `${width}px`
      column.table.style.width = `${widths.reduce((sum, one) => sum + one, 0) - before + width}px`
    }
    const end = (isDone: boolean) => {
      edge.removeEventListener('pointermove', follow)
      column.cols.forEach((col, at) => {
        col.style.width = kept[at] ?? ''
      })
      column.table.style.width = ''
      if (isDone && Math.abs(width - before) >= SLACK) save(width)
    }
    edge.addEventListener('pointermove', follow)
    edge.addEventListener('lostpointercapture', () => end(true), { once: true })
  }

  const fitContent = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>) => {
    const column = columnAt(event.currentTarget)
    if (column) save(widthOfContent(column))
  }

  const step = (event: KeyboardEvent<HTMLElement>) => {
    const steps: Record<string, number> = { ArrowRight: outward, ArrowLeft: -outward }
    const direction = steps[event.key]
    if (direction === undefined && event.key !== 'Enter') return
    event.preventDefault()
    const column = columnAt(event.currentTarget)
    if (direction === undefined) fitContent(event)
    else if (column) save(column.head.offsetWidth + direction * KEY_STEP)
  }
  return { drag, step, fitContent }
}
