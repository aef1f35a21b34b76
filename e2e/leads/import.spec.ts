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
  const lines = ['שם הלקוח|נייד|מצב|סכום|ת.ז']
  let [duplicates, broken] = [0, 0]
  for (let i = 0; i < ROWS; i++) {
    const isBroken = i % 50 === 7
    const isRepeated = !isBroken && i > 0 && i % 10 === 0
    broken += Number(isBroken)
    duplicates += Number(isRepeated)
    const phone = isBroken ? '052-73' : `05${String(40_000_000 + (isRepeated ? 1 : i)).padStart(8, '0')}`
    const name = i % 7 ? `דנה לוי ${i}` : `"לוי | ""בית"" ${i}"`
    lines.push(`${name}|${phone}|${i % 3 ? 'חדש' : 'טופל?'}|${i % 4 ? '"1,250.50"' : '-'}|${100_000_000 + i}`)
    if (i % 500 === 0) lines.push('')
  }
  return { bytes: windows1255(`${lines.join('\r\n')}\r\n`), duplicates, broken }
}

test('a messy file of 10,000 rows is imported as the check says, its failed rows are downloaded, and it is undone', async ({
  page,
  t,
  world,
}) => {
  test.slow()
  const { bytes, duplicates, broken } = messyFile()
  const figure = (kind: string) =>
    page.locator('dl > div').filter({ has: page.getByText(t(`lead-sheets:import.counts.${kind}`), { exact: true }) })
  const shows = async (kind: string, count: number) =>
    expect(figure(kind).locator('dd')).toHaveText(count.toLocaleString('en'), { timeout: 60_000 })
  await page.goto(world.leadsPath)
  await page.getByRole('button', { name: t('leads:listMenu') }).click()
  await page.getByRole('menuitem', { name: t('lead-sheets:import.title') }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'לקוחות.csv', mimeType: 'text/csv', buffer: bytes })
  await page.getByRole('button', { name: t('lead-sheets:import.continue') }).click()
  await expect(page.getByText(t('lead-sheets:import.sensitive'), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('lead-sheets:import.toCheck') }).click()
  const created = ROWS - duplicates - broken
  await shows('create', created)
  await shows('duplicate', duplicates)
  await shows('invalid', broken)
  await page
    .getByRole('button', {
      name: t('lead-sheets:import.start', { count: created, total: created.toLocaleString('en') }),
    })
    .click()
  await expect(page.getByRole('status').filter({ hasText: t('lead-sheets:import.states.done') })).toBeVisible({
    timeout: 120_000,
  })
  await shows('create', created)
  const left = duplicates + broken
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', {
        name: t('lead-sheets:import.failedRows', { count: left, total: left.toLocaleString('en') }),
      })
      .click(),
  ])
  const failed = await readFile(await download.path(), 'utf8')
  expect(failed.trimEnd().split('\r\n')).toHaveLength(left + 1)
  await page.getByRole('button', { name: t('lead-sheets:import.undo') }).click()
  await expect(page.getByRole('status').filter({ hasText: t('lead-sheets:import.states.undone') })).toBeVisible()
})
