import { expect, post, test } from '../support/fixtures.ts'

test('a bulk action on leads is listed on the page of operations, and undone there', async ({
  page,
  t,
  world,
  language,
}) => {
  const names = ['Gal גל', 'Tal טל', 'Noa נועה']
  for (const name of names) await world.sendLead({ name, email: `${crypto.randomUUID()}@example.test` })
  const headers = {
    authorization: `Bearer ${world.accessToken}`,
    'x-business-id': world.businessId,
    'accept-language': language,
  }
  await post(page.request, '/operations', { action: { kind: 'tag', add: ['חם'] }, all: true }, headers)

  await page.goto(`/b/${world.businessId}/operations`)
  const row = page.getByRole('listitem').filter({ has: page.getByTitle(t('operations:tagAdded')) })
  await expect(row.getByText('חם')).toBeVisible()
  await expect(row.getByText(t('operations:state.done'))).toBeVisible()
  await expect(row.getByText(t('operations:changed', { count: 3, total: '3' }))).toBeVisible()

  await row.getByRole('button', { name: t('operations:undo'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('operations:preview.title') })
  await expect(dialog.getByText(t('operations:preview.restores', { count: 3, total: '3' }))).toBeVisible()
  await dialog.getByRole('button', { name: t('operations:undo'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('operations:undoOf.tag') })).toBeVisible()
  await expect(row.getByText(t('operations:undone'), { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: t('operations:undo'), exact: true })).toHaveCount(0)
})
