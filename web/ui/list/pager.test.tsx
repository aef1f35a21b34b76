import { expect, test, vi } from 'vitest'
import type { Pagination } from '#contract/common.ts'
import { renderPage } from '../../testing/render.tsx'
import { Pager } from './pager.tsx'

const paging = (page: number, total: number, changes: Partial<Pagination> = {}): Pagination => ({
  ...{ page, limit: 10, total, totalIsExact: true, pages: Math.ceil(total / 10) },
  ...changes,
})
const rangeOf = async (shown: Pagination, language: 'en' | 'he' = 'en') => {
  const pager = <Pager paging={shown} onPage={vi.fn()} onSize={vi.fn()} />
  const { container, unmount } = await renderPage(<div data-pager>{pager}</div>, { language })
  const text = container.querySelector('[data-pager] > span')?.textContent
  unmount()
  return text
}

test.each([
  ['no rows', paging(1, 0), '0–0 of 0'],
  ['one row', paging(1, 1), '1–1 of 1'],
  ['a full page', paging(1, 10), '1–10 of 10'],
  ['the first of several pages', paging(1, 23), '1–10 of 23'],
  ['a page in the middle', paging(2, 23), '11–20 of 23'],
  ['the last page, which is not full', paging(3, 23), '21–23 of 23'],
  ['thousands of rows', paging(124, 1_234), '1,231–1,234 of 1,234'],
  ['more rows than are counted', paging(1_001, 10_000, { totalIsExact: false }), '10,001–10,010 of 10,000+'],
])('the pager says which rows are shown, and how many there are: %s', async (_, shown, text) => {
  expect(await rangeOf(shown)).toBe(text)
})

test('the same in Hebrew', async () => {
  expect(await rangeOf(paging(3, 23), 'he')).toBe('21–23 מתוך 23')
})
