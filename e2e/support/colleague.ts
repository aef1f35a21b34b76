import type { Page } from '@playwright/test'
import { anEmail, aPhone, codeSentTo, expect, type Outbox, post, registerBy, type World } from './fixtures.ts'

export const NAMES = { he: 'נועם פרידמן', en: 'Noam Friedman' }

type Given = { page: Page; world: World; outbox: Outbox; language: 'he' | 'en'; email?: string }
/** A second member of the world's business; returns their access token. */
export async function joinAsLead({ page, world, outbox, language, email = anEmail() }: Given) {
  const request = page.context().request
  const phone = aPhone()
  const headers = { authorization: `Bearer ${world.accessToken}`, 'x-business-id': world.businessId }
  const invited = { recipients: [email], role: 'Lead', campaigns: [{ campaignId: world.campaignId, role: 'Lead' }] }
  await post(request, '/business/invitations', { ...invited, language }, headers)
  let link = ''
  const look = async () => {
    link = /\/(invitation\/\S+)/.exec((await outbox(email))[0]?.body ?? '')?.[1] ?? ''
    return link
  }
  await expect.poll(look, { intervals: [50] }).toBeTruthy()
  const { accessToken } = await registerBy(request, outbox, { name: NAMES[language], email, phone, language })
  const own = { authorization: `Bearer ${accessToken}` }
  await post(request, '/auth/phone/verify', { code: await codeSentTo(outbox, phone) }, own)
  await post(request, `/${link}/accept`, {}, own)
  return accessToken
}
