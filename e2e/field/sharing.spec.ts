import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { aPhone, expect, international, PASSWORD, type Texts, test, type World } from '../support/fixtures.ts'
import { kept, servedByWorker } from '../support/offline.ts'
import { screensOf } from '../support/screens.ts'
import { agedOn, share, sharedOn } from '../support/sharing.ts'
import { smallTargets } from '../support/small-screen.ts'

test.use({ serviceWorkers: 'allow' })
// The worker is registered while the page is idle.
test.describe.configure({ timeout: 120_000 })

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (name: string) => ({ name, type: 'image/png', base64: PNG })
const pdf = (name: string) => ({ name, type: 'application/pdf', text: '%PDF-1.4\n%%EOF\n' })

async function read(page: Page, { accessToken, businessId }: World, path: string) {
  const headers = { authorization: `Bearer ${accessToken}`, 'x-business-id': businessId }
  return (await page.request.get(`/api${path}`, { headers })).json()
}
async function commentsOf(page: Page, world: World, leadId: string): Promise<string[]> {
  const { history } = await read(page, world, `/lead/${leadId}/history?limit=50`)
  type Item = { event: string; comment: string }
  return history.filter(({ event }: Item) => event === 'lead.commented').map(({ comment }: Item) => comment)
}
const filesOf = async (page: Page, world: World, leadId: string): Promise<string[]> =>
  (await read(page, world, `/lead/${leadId}/files`)).files.map(({ name }: { name: string }) => name).toSorted()

async function openApp(page: Page, world: World) {
  await page.goto(world.leadsPath)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await servedByWorker(page)
}
const field = (page: Page, t: Texts, key: string) => page.getByRole('textbox', { name: t(`leads:${key}`) })
const choose = async (page: Page, t: Texts, name: string) => {
  await page.getByRole('tab', { name: t('device:share.existing') }).click()
  await page.getByRole('button', { name }).click()
}
const submit = (page: Page, t: Texts, key: string, count = 0) =>
  page.getByRole('button', { name: t(`device:share.${key}`, { count }), exact: true }).click()

test('the manifests offer the app for texts, links, contacts, pictures and PDFs', async ({ page }) => {
  for (const language of ['he', 'en']) {
    const manifest = await (await page.request.get(`/${language}.webmanifest`)).json()
    expect(manifest.share_target).toEqual({
      ...{ action: '/share', method: 'POST', enctype: 'multipart/form-data' },
      params: {
        ...{ title: 'title', text: 'text', url: 'url' },
        files: [
          {
            name: 'files',
            accept: ['image/*', 'application/pdf', '.pdf', 'text/vcard', 'text/x-vcard', '.vcf'],
          },
        ],
      },
    })
  }
})

test('a shared contact becomes a new lead in the only campaign, with the picture that came with it', async ({
  page,
  t,
  world,
}) => {
  await openApp(page, world)
  const phone = aPhone()
  const text = `BEGIN:VCARD\nVERSION:3.0\nFN:Dana דנה\nTEL:${phone}\nEMAIL:dana@example.test\nEND:VCARD`
  await share(page, { files: [{ name: 'Dana.vcf', type: 'text/x-vcard', text }, picture('kitchen.png')] })
  await expect(field(page, t, 'columns.name')).toHaveValue('Dana דנה')
  await expect(field(page, t, 'columns.phone')).toHaveValue(phone)
  await expect(field(page, t, 'columns.email')).toHaveValue('dana@example.test')
  await expect(page.getByRole('combobox', { name: t('leads:columns.campaign') })).toHaveValue(world.campaignName)
  await page.getByRole('button', { name: t('leads:saveLead') }).click()
  await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}\?tab=files$/)
  await expect(page.getByRole('list', { name: t('files:title'), exact: true })).toContainText('kitchen.png')
  const { leads } = await read(page, world, '/lead?all=true')
  expect(leads).toMatchObject([{ name: 'Dana דנה', phone: international(phone), email: 'dana@example.test' }])
  await expect.poll(() => sharedOn(page)).toEqual([])
  await page.goto('/share')
  await expect(page.getByRole('heading', { name: t('device:share.nothing') })).toBeVisible()
})

test('a shared link becomes a comment and shared files become files of a lead, the last opened leads first', async ({
  page,
  t,
  world,
}) => {
  const id = await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  await world.sendLead({ name: 'Dan דן', phone: '0724449871' })
  await openApp(page, world)
  await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${id}`)
  await kept(page, id)
  await share(page, { title: 'Oak אלון', text: 'https://example.com/oak', files: [picture('a.png'), pdf('b.pdf')] })
  const leads = page.getByRole('list', { name: t('device:share.recent') }).getByRole('listitem')
  await expect(leads).toHaveText([/Noa/, /Dan/])
  await page.getByRole('searchbox', { name: t('device:share.search') }).fill('072444987')
  await expect(page.getByRole('list', { name: t('device:share.found') }).getByRole('listitem')).toHaveText([/Dan/])
  await page.getByRole('searchbox', { name: t('device:share.search') }).fill('')
  await choose(page, t, 'Noa')
  await expect(page.getByRole('textbox', { name: t('device:share.comment') })).toHaveValue(
    'Oak אלון\nhttps://example.com/oak',
  )
  await submit(page, t, 'addBoth', 2)
  await expect(page).toHaveURL(new RegExp(`/leads/${id}\\?tab=files$`))
  await expect.poll(() => filesOf(page, world, id)).toEqual(['a.png', 'b.pdf'])
  expect(await commentsOf(page, world, id)).toEqual(['Oak אלון\nhttps://example.com/oak'])
  await expect.poll(() => sharedOn(page)).toEqual([])
})

test('what is shared while signed out is there after the sign-in, also where the session ended meanwhile', async ({
  page,
  t,
  world,
}) => {
  await openApp(page, world)
  // As after "sign out everywhere" elsewhere: neither token is valid any longer.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token')}x`))
  await share(page, { text: 'Yael יעל\n0724441236', files: [picture('a.png')] })
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fshare$/)
  const signIn = async () => {
    await page.getByLabel(t('auth:email')).fill(world.email)
    await page.getByLabel(t('auth:passwordLabel'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('auth:login.submit'), exact: true }).click()
  }
  await signIn()
  await expect(page).toHaveURL('/share')
  await expect(field(page, t, 'columns.phone')).toHaveValue('0724441236')
  await expect(page.getByRole('list', { name: t('device:share.files') })).toContainText('a.png')
  // It ends while the page is open.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token')}x`))
  await page.reload()
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fshare$/)
  await signIn()
  await expect(field(page, t, 'columns.phone')).toHaveValue('0724441236')
})

test('without a network a shared comment waits and is sent once, and files say that they need one', async ({
  page,
  context,
  t,
  world,
}) => {
  const id = await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  await openApp(page, world)
  await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${id}`)
  await kept(page, id)
  await context.setOffline(true)
  await share(page, { text: 'From outside מבחוץ', files: [picture('a.png')] })
  await choose(page, t, 'Noa')
  await expect(page.getByText(t('device:share.filesNeedNetwork'))).toBeVisible()
  await submit(page, t, 'addComment')
  await expect(page.getByText(t('device:share.commentWaits'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('device:share.addFiles', { count: 1 }) })).toBeHidden()
  expect(await sharedOn(page)).toEqual([1])
  await context.setOffline(false)
  await expect.poll(() => commentsOf(page, world, id), { timeout: 30_000 }).toEqual(['From outside מבחוץ'])
  await page.goto('/share')
  await choose(page, t, 'Noa')
  await expect(page.getByText(t('device:share.filesNeedNetwork'))).toBeHidden()
  await submit(page, t, 'addFiles', 1)
  await expect.poll(() => filesOf(page, world, id)).toEqual(['a.png'])
  await expect.poll(() => sharedOn(page)).toEqual([])
  expect(await commentsOf(page, world, id)).toEqual(['From outside מבחוץ'])
})

test('too many, too large, empty and other files and a very long text are named, and the rest can be used', async ({
  page,
  t,
  world,
  isPhone,
}) => {
  await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  await openApp(page, world)
  await share(page, {
    text: 'א'.repeat(1_000_000),
    files: [
      ...Array.from({ length: 20 }, (_, at) => picture(`${at}.png`)),
      { name: 'huge.png', type: 'image/png', size: 26 * 1024 * 1024 },
      { name: 'empty.png', type: 'image/png' },
      { name: 'run.exe', type: 'application/x-msdownload', text: 'MZ' },
      { name: 'script.svg', type: 'image/svg+xml', text: '<svg><script>alert(1)</script></svg>' },
    ],
  })
  const notices = page.getByRole('alert')
  for (const [why, count, limit] of [
    ['tooMany', 10, 10],
    ['empty', 1, 10],
    ['wrongType', 2, 10],
  ] as const)
    await expect(notices).toContainText(t(`device:share.leftOut.${why}`, { count, limit }))
  await expect(notices).toContainText('25 MB')
  await expect(notices).toContainText(t('device:share.isCut', { limit: '5,000' }))
  await expect(page.getByRole('list', { name: t('device:share.files') }).getByRole('listitem')).toHaveCount(10)
  await choose(page, t, 'Noa')
  await expect(page.getByRole('textbox', { name: t('device:share.comment') })).toHaveValue('א'.repeat(5_000))
  // Everything that the page can show is on it.
  const axe = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(axe.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' '))}`)).toEqual([])
  if (isPhone) {
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await smallTargets(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.getByRole('tab', { name: t('device:share.newLead') }).click()
    await expect(field(page, t, 'columns.name')).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
  }
  await page.getByRole('button', { name: t('device:share.discard') }).click()
  await expect(page.getByRole('heading', { name: t('device:share.nothing') })).toBeVisible()
  expect(await sharedOn(page)).toEqual([])
})

test('what was shared goes after an hour, and with the sign-out', async ({ page, t, world, isPhone }) => {
  const { openMenuGroup, openUserMenu } = screensOf(page, t, isPhone)
  await openApp(page, world)
  await share(page, { text: 'Old ישן', files: [picture('a.png')] })
  await expect(page.getByText('Old ישן')).toBeVisible()
  await agedOn(page, 3_600_000)
  await page.reload()
  await expect(page.getByRole('heading', { name: t('device:share.nothing') })).toBeVisible()
  expect(await sharedOn(page)).toEqual([])
  await share(page, { text: 'New חדש', files: [picture('a.png')] })
  await expect(page.getByText('New חדש')).toBeVisible()
  if (isPhone) await (await openMenuGroup(t('shell:me'))).getByRole('button', { name: t('shell:logout') }).click()
  else {
    await openUserMenu(world.name)
    await page.getByRole('menuitem', { name: t('shell:logout') }).click()
  }
  await expect(page).toHaveURL(/auth\/login/)
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(names).toEqual([])
})

test('a person of two businesses chooses to which of them it is added', async ({ page, t, world }) => {
  await world.sendLead({ name: 'Noa נועה', phone: aPhone() })
  await world.addBusiness('Second שני')
  await openApp(page, world)
  await share(page, { text: 'For the second לשני' })
  await expect(page.getByRole('button', { name: 'Noa' })).toBeVisible()
  await page.getByRole('combobox', { name: t('device:share.business') }).click()
  await page.getByRole('option', { name: 'Second' }).click()
  await expect(page.getByText(t('device:share.noLeads'))).toBeVisible()
  await expect(page.getByText('For the second לשני')).toBeVisible()
})

test.describe('a device that lost its worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('says that nothing arrived, and to share it again', async ({ page, t, world }) => {
    await page.goto(world.leadsPath)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await share(page, { text: 'Lost אבד', files: [{ name: 'a.png', type: 'image/png', size: 5_000_000 }] })
    await expect(page.getByRole('heading', { name: t('device:share.nothing') })).toBeVisible()
    await expect(page.getByText(t('device:share.nothingText'))).toBeVisible()
  })
})
