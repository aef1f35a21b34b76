import { SMTPServer } from 'smtp-server'
import { expect, test } from '../support/fixtures.ts'

const USER = { user: 'office', password: 'a word of its own' }

/** A mail server of this machine, which lets one user send after STARTTLS. */
async function mailServer() {
  const mails: { to: string[]; isSecure: boolean; raw: string }[] = []
  const server = new SMTPServer({
    closeTimeout: 500,
    onAuth: ({ username, password }, _session, done) =>
      username === USER.user && password === USER.password
        ? done(null, { user: username })
        : done(Object.assign(new Error('Wrong user or password'), { responseCode: 535 })),
    onData(stream, { envelope, secure }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, isSecure: secure, raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return { port, mails, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

test('an Owner writes a template with forms of address, tries it on a lead, and sends mail by the own server', async ({
  page,
  isPhone,
  t,
  world,
}) => {
  const key = (path: string) => t(`message-templates:${path}`)
  const ofChannels = (path: string) => t(`channels:${path}`)
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const name = `Dana ${Date.now()}`
  await test.step('a lead is addressed as a woman', async () => {
    const data = { name, phone: '0727744123', campaignId: world.campaignId, duplicate: 'create' }
    const { lead } = await (await page.request.post('/api/lead', { data, headers })).json()
    await page.goto(`/b/${world.businessId}/c/${world.campaignId}/leads/${lead._id}`)
    if (isPhone) await page.getByRole('tab', { name: t('leads:details') }).click()
    const gender = page.getByRole('combobox', { name: t('leads:columns.gender') })
    const isSaved = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
    await gender.selectOption(t('lead-gender:genders.female'))
    await isSaved
  })
  await test.step('the preview has her form and name', async () => {
    await page.goto(`/b/${world.businessId}/settings/templates`)
    await page
      .getByRole('button', { name: key('add') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(key('nameHe')).fill('ברוכים הבאים')
    await dialog.getByLabel(key('nameEn')).fill('Welcome')
    const text = dialog.getByLabel(key('content'), { exact: true })
    await text.fill('{{m:ברוך הבא|f:ברוכה הבאה|n:ברוכים הבאים}} ')
    await dialog.getByRole('button', { name: key('variables.lead_name'), exact: true }).click()
    await expect(text).toHaveValue('{{m:ברוך הבא|f:ברוכה הבאה|n:ברוכים הבאים}} {{lead.name}}')
    await dialog.getByRole('combobox', { name: key('previewLead') }).fill(name)
    await page.getByRole('option', { name }).click()
    await expect(dialog.getByText(`ברוכה הבאה ${name}`)).toBeVisible()
    await dialog.getByRole('button', { name: key('save') }).click()
    await expect(page.getByText(key('saved'))).toBeVisible()
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: key('purposes.service') })
        .first(),
    ).toBeVisible()
  })
  const smtp = await mailServer()
  await test.step('a wrong password is refused in words, the right one connects', async () => {
    await page.goto(`/b/${world.businessId}/settings/channels`)
    await page.getByRole('button', { name: ofChannels('mail.connect') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(ofChannels('fields.fromAddress')).fill('office@gardens.test')
    await dialog.getByLabel(ofChannels('fields.host')).fill('localhost')
    await dialog.getByLabel(ofChannels('fields.port')).fill(String(smtp.port))
    await dialog.getByLabel(ofChannels('fields.user')).fill(USER.user)
    await dialog.getByLabel(ofChannels('fields.password'), { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: ofChannels('mail.submit') }).click()
    await expect(page.getByText(/535/)).toBeVisible()
    await dialog.getByLabel(ofChannels('fields.password'), { exact: true }).fill(USER.password)
    await dialog.getByRole('button', { name: ofChannels('mail.submit') }).click()
    await expect(page.getByText(ofChannels('mail.connected'))).toBeVisible()
  })
  await test.step('the test mail arrives, encrypted', async () => {
    await page.getByRole('button', { name: ofChannels('mail.test') }).click()
    await expect.poll(() => smtp.mails.length).toBe(1)
    expect(smtp.mails[0]).toMatchObject({ isSecure: true, raw: expect.stringContaining('office@gardens.test') })
    await expect(page.getByText(ofChannels('states.active')).first()).toBeVisible()
  })
  await smtp.close()
})
