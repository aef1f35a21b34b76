import { expect, test } from '../support/fixtures.ts'

test('an edit is undone from the history, a move by its toast and in the journal', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  const { businessId, campaignId } = world
  const target = await world.addCampaign('Facebook Q4')
  const leadId = await world.sendLead({ name: 'נועה Barzilai', email: 'noa@example.test', value: 90_000 })
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': businessId }
  const changed = await page.request.patch(`/api/lead/${leadId}`, { data: { value: 500_000, tags: ['חם'] }, headers })
  expect(changed.status()).toBe(200)
  const later = await page.request.patch(`/api/lead/${leadId}`, { data: { value: 700_000 }, headers })
  expect(later.status()).toBe(200)

  await page.goto(`/b/${businessId}/c/${campaignId}/leads/${leadId}`)
  const history = page.getByRole('listitem').filter({ hasText: t('leads:history.changed.tags') })

  await test.step('the entry says what comes back and what was changed since', async () => {
    await history.first().hover()
    await history.first().getByRole('button').first().click()
    await page.getByRole('menuitem', { name: t('leads:history.undo') }).click()
    const dialog = page.getByRole('dialog', { name: t('operations:preview.title') })
    await expect(dialog.getByText(t('operations:preview.fields'))).toBeVisible()
    await expect(dialog.getByText('חם')).toBeVisible()
    await expect(dialog.getByText(t('operations:preview.left'))).toBeVisible()
    await dialog.getByRole('button', { name: t('operations:undo'), exact: true }).click()
    await expect(page.getByText(t('operations:preview.doneInPart'))).toBeVisible()
    await expect(history.filter({ hasText: t('leads:history.isUndo') })).not.toHaveCount(0)
  })

  await test.step('the lead moves to another campaign, and Undo brings it back', async () => {
    if (isPhone) await page.getByRole('tab', { name: t('leads:details') }).click()
    await page.getByRole('button', { name: t('leads:changeCampaign', { name: world.campaignName }) }).click()
    await page.getByRole('option', { name: 'Facebook Q4' }).click()
    await expect(page).toHaveURL(new RegExp(target))
    await page.getByRole('button', { name: t('common:undo') }).click()
    await expect(
      page.getByRole('button', { name: t('leads:changeCampaign', { name: world.campaignName }) }),
    ).toBeVisible()
  })

  await test.step('the journal lists each, and does the move again', async () => {
    await page.goto(`/b/${businessId}/operations`)
    await page.getByText(t('operations:of.one')).click()
    const undone = page.getByRole('listitem').filter({ hasText: t('operations:undoOf.move') })
    await expect(undone.getByRole('link', { name: 'נועה Barzilai' })).toBeVisible()
    await undone.getByRole('button', { name: t('operations:undo'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('operations:preview.again') })
    await expect(dialog.getByText(t('operations:preview.restores', { count: 1, total: '1' }))).toBeVisible()
    await dialog.getByRole('button', { name: t('operations:undo'), exact: true }).click()
    await expect(page.getByText(t('operations:preview.done'))).toBeVisible()
    await page.goto(`/b/${businessId}/c/${target}/${isPhone ? 'cards' : 'leads'}`)
    await expect(page.getByText('נועה Barzilai').first()).toBeVisible()
  })
})
