import { aPhone, expect, international, test } from './support/fixtures.ts'

test('a lead is called from the browser, answers and is in the history; a call made elsewhere is logged', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  test.setTimeout(150_000)
  const request = page.context().request
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const name = language === 'he' ? 'נועה כץ' : 'Noa Katz'
  const phone = international(aPhone())

  await test.step('the campaign gets a number', async () => {
    const { numbers } = await (await request.get('/api/number/free?area=077', { headers })).json()
    const nth = (isPhone ? 5 : 7) + (language === 'he' ? 1 : 0)
    const order = await request.post('/api/number/order', {
      headers,
      data: { phone: numbers[nth].phone, campaignId: world.campaignId },
    })
    const { order: placed } = await order.json()
    const stateOf = async () =>
      (await (await request.get(`/api/number/order/${placed._id}`, { headers })).json()).order.state
    await expect.poll(stateOf).toBe('done')
  })
  const { lead } = await (
    await request.post('/api/lead', { headers, data: { name, phone, campaignId: world.campaignId } })
  ).json()
  const leadPath = `/b/${world.businessId}/c/${world.campaignId}/leads/${lead._id}`
  const card = page.getByRole('region', { name: t('softphone:call'), exact: true })
  const calls = page.getByRole('tab', { name: t('leads:history.calls') })
  const history = page.getByRole('list', { name: t('calls:title') }).getByRole('listitem')

  await test.step('Call asks once what is to ring, and this browser answers by itself', async () => {
    await page.goto(leadPath)
    await expect(
      page.getByRole('button', { name: t('softphone:open', { state: t('softphone:line.ready') }) }),
    ).toBeVisible()
    await page.getByRole('link', { name: t('leads:call'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('call-out:title', { name }) })
    await dialog.getByRole('button', { name: new RegExp(t('call-out:softphone')) }).click()
    await expect(card).toContainText(name)
    await expect(card).toContainText(t('softphone:calling'))
  })

  await test.step('the lead answers, and we hang up', async () => {
    await expect(card).toContainText(/0:0[1-9]/)
    await card.getByRole('button', { name: t('softphone:hangup') }).click()
    await expect(card).toHaveCount(0)
    const after = page.getByRole('region', { name: t('softphone:after.title') })
    await after.getByRole('button', { name: t('softphone:after.dismiss') }).click()
    await expect(after).toHaveCount(0)
  })

  await test.step('the history shows an answered outgoing call', async () => {
    await calls.click()
    await expect(history).toHaveCount(1)
    await expect(history.first()).toContainText(t('calls:statuses.Answered'))
  })

  await test.step('a call made elsewhere is logged, and the log is undone', async () => {
    await page.getByRole('button', { name: t('leads:moreFor', { name }) }).click()
    await page.getByRole('menuitem', { name: t('leads:logCall') }).click()
    const dialog = page.getByRole('dialog', { name: t('call-out:logTitle', { name }) })
    await dialog.getByLabel(t('call-out:note')).fill('Prices and dates')
    await dialog.getByRole('button', { name: t('common:save') }).click()
    await expect(history).toHaveCount(2)
    await page.getByRole('button', { name: t('common:undo') }).click()
    await expect(history).toHaveCount(1)
  })

  await test.step('"do not call" disables the button with its reason', async () => {
    await page.getByRole('button', { name: t('leads:moreFor', { name }) }).click()
    await page.getByRole('menuitem', { name: t('leads:barCalls') }).click()
    await expect(page.getByRole('button', { name: t('leads:call'), exact: true })).toHaveAttribute(
      'title',
      t('common:doNotCall'),
    )
  })
})
