import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'

/** As Excel in Hebrew saves it. */
const windows1255 = (text: string) =>
  Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0)
      return code >= 0x5d0 ? code - 0x5d0 + 0xe0 : code
    }),
  )

const ROWS = 10_000
/** One row in ten repeats an earlier phone, and one in fifty has a broken one. */
function messyFile() {
  const lines = ['שם הלקוח|נייד|מצב|סכום|ת.ז|קומה']
  let [duplicates, broken] = [0, 0]
  for (let i = 0; i < ROWS; i++) {
    const isBroken = i % 50 === 7
    const isRepeated = !isBroken && i > 0 && i % 10 === 0
    broken += Number(isBroken)
    duplicates += Number(isRepeated)
    const phone = isBroken ? '052-73' : `05${String(40_000_000 + (isRepeated ? 1 : i)).padStart(8, '0')}`
    const name = i % 7 ? `דנה לוי ${i}` : `"לוי | ""בית"" ${i}"`
    lines.push(`${name}|${phone}|${i % 3 ? 'חדש' : 'טופל?'}|${i % 4 ? '"1,250.50"' : '-'}|${100_000_000 + i}|${i % 9}`)
    if (i % 500 === 0) lines.push('')
  }
  return { bytes: windows1255(`${lines.join('\r\n')}\r\n`), duplicates, broken }
}

test('a messy file of 10,000 rows: a cell corrected, a column as a new field, the fate of each row, and the undo', async ({
  page,
  t,
  world,
}) => {
  test.slow()
  const { bytes, duplicates, broken } = messyFile()
  const text = (key: string, values = {}) => t(`lead-sheets:import.${key}`, values)
  const figure = (kind: string) =>
    page.getByRole('region', { name: text('figures') }).getByRole('button', { name: text(`counts.${kind}`) })
  const shows = async (kind: string, count: number) =>
    expect(figure(kind)).toContainText(new RegExp(`\\D${count.toLocaleString('en')}$`), { timeout: 60_000 })
  await page.goto(world.leadsPath)
  await page.getByRole('button', { name: t('leads:listMenu') }).click()
  await page.getByRole('menuitem', { name: text('title') }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'לקוחות.csv', mimeType: 'text/csv', buffer: bytes })
  await page.getByRole('button', { name: text('continue') }).click()
  await expect(page.getByText(text('sensitive'), { exact: true })).toBeVisible()

  // The values of a column move what is below them.
  await expect(page.getByText('טופל?', { exact: true }).first()).toBeVisible()
  await page.getByRole('combobox', { name: text('fieldOf', { column: 'קומה' }) }).click()
  await page.getByRole('option', { name: text('newField') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('addField') })
    .click()
  await expect(page.getByRole('combobox', { name: text('fieldOf', { column: 'קומה' }) })).toHaveValue('קומה')

  await page.getByRole('button', { name: text('toCheck') }).click()
  const created = ROWS - duplicates - broken
  await shows('create', created)
  await shows('join', duplicates)
  await shows('left', broken)
  const cell = page.getByLabel(text('correct', { column: 'נייד', row: 10 }), { exact: true })
  await cell.fill('054-999-9999')
  await cell.press('Enter')
  await shows('left', broken - 1)
  await shows('create', created + 1)
  const leads = created + 1
  await page.getByRole('button', { name: text('start', { count: leads, total: leads.toLocaleString('en') }) }).click()
  await expect(page.getByRole('status').filter({ hasText: text('states.done') })).toBeVisible({ timeout: 120_000 })
  await shows('create', leads)
  await figure('join').click()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: text('joins', { row: 4 }) })
      .first(),
  ).toBeVisible()
  const left = broken - 1
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: text('failedRows', { count: left, total: left.toLocaleString('en') }) }).click(),
  ])
  const failed = await readFile(await download.path(), 'utf8')
  expect(failed.trimEnd().split('\r\n')).toHaveLength(left + 1)
  await page.getByRole('button', { name: text('undo'), exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: text('states.undone') })).toBeVisible()
})
