import sharp from 'sharp'
import { paths } from '../../web/lib/paths.ts'
import { expect, test } from '../support/fixtures.ts'

/** A PDF of one page with a black square. */
const pdf = () => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R >>',
    '<< /Length 19 >>\nstream\n50 100 200 200 re f\nendstream',
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R /Size 5 >>\n%%EOF`)
}
const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a9e7e' } })
    .jpeg()
    .toBuffer()

test('files are added to a lead, looked at, downloaded and deleted with Undo', async ({ page, world, t, isPhone }) => {
  const leadId = await world.sendLead({ name: 'דנה לוי', phone: '0724441234' })
  await page.goto(`${paths.lead(world.businessId, world.campaignId, leadId)}?tab=files`)
  await expect(page.getByText(t('files:none'))).toBeVisible()
  expect(await page.getByRole('button', { name: t('files:camera') }).isVisible()).toBe(isPhone)

  const chosen = [
    { name: 'שרטוט מטבח.pdf', mimeType: 'application/pdf', buffer: pdf() },
    { name: 'kitchen.jpg', mimeType: 'image/jpeg', buffer: await picture() },
    { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ\x90 a program') },
  ]
  await page.locator('input[type=file][multiple]').setInputFiles(chosen)
  const files = page.getByRole('list', { name: t('files:title'), exact: true })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  const uploads = page.getByRole('list', { name: t('files:uploading') })
  await expect(uploads).toContainText(t('errors:file_type_refused'))
  await uploads.getByRole('button', { name: t('files:dismiss', { name: 'photo.jpg' }) }).click()
  await expect(uploads).toHaveCount(0)

  await files.getByText('kitchen.jpg').click()
  const dialog = page.getByRole('dialog')
  const shown = dialog.getByRole('img', { name: 'kitchen.jpg' })
  await expect(shown).toHaveJSProperty('complete', true)
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
  const order = await files.getByRole('listitem').allTextContents()
  const isPdfNext = (order[0] ?? '').includes('kitchen')
  await dialog.getByRole('button', { name: t(isPdfNext ? 'files:next' : 'files:previous') }).click()
  const sheet = dialog.getByRole('img', { name: t('files:page', { number: 1, count: 1 }) })
  await expect(sheet).toBeVisible()
  /** The square in the middle is painted. */
  const middle = () =>
    sheet.evaluate((canvas: HTMLCanvasElement) => [
      ...(canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []),
    ])
  await expect.poll(middle).toEqual([0, 0, 0, 255])
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: t('files:downloadIt') }).click()
  expect((await downloading).suggestedFilename()).toBe('שרטוט מטבח.pdf')
  await page.goBack()
  await expect(dialog).toHaveCount(0)

  await files.getByRole('button', { name: t('files:delete', { name: 'kitchen.jpg' }) }).click()
  await expect(files.getByText('kitchen.jpg')).toHaveCount(0)
  await page.getByRole('button', { name: t('common:undo') }).click()
  await expect(files.getByText('kitchen.jpg')).toBeVisible()

  await page.getByRole('tab', { name: t('leads:history.all'), exact: true }).click()
  await page.getByRole('link', { name: 'שרטוט מטבח.pdf' }).first().click()
  await expect(page.getByRole('dialog').getByText('שרטוט מטבח.pdf')).toBeVisible()
})

test('a file is dropped on the tab, and a picture is pasted', async ({ page, world, t }) => {
  const leadId = await world.sendLead({ name: 'Dana Levi', phone: '0724441235' })
  await page.goto(`${paths.lead(world.businessId, world.campaignId, leadId)}?tab=files`)
  await expect(page.getByText(t('files:none'))).toBeVisible()
  const area = page.getByText(t('files:none'))
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['Oak, 240 × 60'], 'sizes.txt', { type: 'text/plain' }))
    return data
  })
  await area.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(page.getByText(t('files:dropHere'))).toBeVisible()
  await area.dispatchEvent('drop', { dataTransfer: dropped })
  const files = page.getByRole('list', { name: t('files:title'), exact: true })
  await expect(files.getByText('sizes.txt')).toBeVisible()
  const bytes = [...(await picture())]
  await page.evaluate((content) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(content)], 'image.jpg', { type: 'image/jpeg' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, bytes)
  await expect(files.getByText(t('files:pasted'))).toBeVisible()
  await expect(files.getByRole('listitem')).toHaveCount(2)
})
