import { aPhone, expect, test } from '../support/fixtures.ts'
import { screensOf } from '../support/screens.ts'

const NOA = 'נועה Barzilai'

test('leads as cards: chosen once, kept everywhere, worked with one tap', async ({
  page,
  t,
  world,
  isPhone,
  language,
}) => {
  const { campaign, popup, bell, panel, openMenuGroup } = screensOf(page, t, isPhone)
  const [fresh, attempting] = language === 'he' ? ['חדש', 'ניסיון קשר'] : ['New', 'Attempting']
  const cards = page.getByRole('list', { name: t('leads:title') }).getByRole('listitem')
  const cardsPath = `/b/${world.businessId}/c/${world.campaignId}/cards`
  const baths = await world.addCampaign('Bathrooms אמבטיות')
  await world.sendLead({ name: 'Yoav יואב', phone: aPhone() })
  await page.goto(`${world.leadsPath}?unread=true`)
  await page.getByRole('link', { name: t('leads:looks.cards') }).click()
  await expect(page).toHaveURL(`${cardsPath}?unread=true`)
  await page.getByRole('button', { name: t('leads:board.list'), exact: true }).click()
  await expect(cards).toHaveCount(1)

  await test.step('call and WhatsApp, and the status with one tap', async () => {
    await expect(cards.getByRole('link', { name: t('leads:call') })).toHaveAttribute('href', /^tel:\+972/)
    await expect(cards.getByRole('link', { name: t('leads:whatsApp') })).toHaveAttribute('href', /^https:\/\/wa\.me\//)
    await cards.getByRole('button', { name: t('leads:changeStatus', { status: fresh }) }).click()
    await page.getByRole('menuitemradio', { name: attempting }).click()
    await expect(cards.getByText(attempting ?? '')).toBeVisible()
  })

  await test.step('a notification opens the cards', async () => {
    await page.goto('/dashboard')
    const came = t('notifications-server:title.receiving_a_lead', { name: NOA })
    await expect(bell(1)).toBeVisible()
    await world.sendLead({ name: NOA, phone: aPhone() })
    await expect(popup(came)).toBeVisible()
    await bell(2).click()
    await panel.getByRole('link', { name: came }).click()
    await expect(page).toHaveURL(cardsPath)
    await expect(cards.first()).toContainText(NOA)
  })

  await test.step('so does the menu, and another campaign keeps them', async () => {
    if (isPhone) {
      const menu = await openMenuGroup(t('shell:dashboardGroup'))
      await menu.getByRole('link', { name: t('shell:leads') }).click()
    } else await page.getByRole('link', { name: t('shell:leads'), exact: true }).click()
    await expect(page).toHaveURL(cardsPath)
    await campaign(world.campaignName).click()
    await page.getByRole('listbox').getByRole('option').filter({ hasText: 'Bathrooms' }).click()
    await expect(page).toHaveURL(`/b/${world.businessId}/c/${baths}/cards`)
    await expect(page.getByRole('heading', { name: t('leads:noneYet') })).toBeVisible()
    await campaign('Bathrooms אמבטיות').click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await expect(page).toHaveURL(`/b/${world.businessId}/leads/cards/all`)
    await expect(cards).toHaveCount(2)
  })

  await test.step('the alternative URL of a campaign’s cards, a lead and back', async () => {
    await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/cards`)
    await cards.getByRole('link', { name: NOA }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(NOA)
    await page.goBack()
    await expect(cards).toHaveCount(2)
    await page.getByRole('link', { name: t('leads:looks.table') }).click()
    await expect(page).toHaveURL(world.leadsPath)
  })
})
