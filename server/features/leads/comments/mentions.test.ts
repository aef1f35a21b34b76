import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { mentionOf } from '#contract/leads/comments/mentions.ts'
import type { HistoryItem } from '#contract/leads/history/lead-history.ts'
import { type Credentials, testApp } from '../../../testing/test-app.ts'
import { testLeads } from '../../../testing/test-leads.ts'
import { clockIn, testNotifications } from '../../../testing/test-notifications.ts'

const it = await testApp()
const leads = testLeads(it)
const notices = testNotifications(it)

async function world() {
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const [owner, writer] = [await member('Owner'), await member('Writer', [campaignId])]
  const lead = await leads.add(owner, { campaignId, name: 'Dana Levi', phone: '+972501234567' })
  const say = async (as: Credentials, text: string) => (await leads.comment(as, lead._id, text)).body.item
  const at = (item: HistoryItem) => ({ id: lead._id, commentId: item.commented?._id ?? '' })
  const edit = (as: Credentials, item: HistoryItem, text: string) =>
    it.send(commentRoutes.change, as, { params: at(item), body: { text } })
  const erase = (as: Credentials, item: HistoryItem) => it.send(commentRoutes.remove, as, { params: at(item) })
  const restore = (as: Credentials, item: HistoryItem) => it.send(commentRoutes.restore, as, { params: at(item) })
  /** The mentions in the notifications of this person, the newest first. */
  const mentions = async (as: Credentials) => {
    await leads.relayed()
    return (await notices.listOf(as)).filter(({ action }) => action === 'mention')
  }
  return { ...business, owner, writer, lead, say, edit, erase, restore, mentions }
}

test('a mentioned colleague is notified, with the way to the comment; the author never is', async () => {
  const { owner, writer, lead, campaignId, say, mentions } = await world()
  const item = await say(owner, `${mentionOf(writer.userId)} ${mentionOf(owner.userId)} ${mentionOf(writer.userId)}`)
  const [mention, ...more] = await mentions(writer)
  expect(more).toEqual([])
  expect(mention).toMatchObject({
    title: `${owner.name} mentioned you: Dana Levi`,
    content: { leadId: lead._id, campaignId, itemId: item._id },
  })
  expect(await mentions(owner)).toEqual([])
})

test('an edit notifies only of mentions that it adds, and no one twice for one comment', async () => {
  const { owner, writer, say, edit, erase, restore, mentions, member, campaignId } = await world()
  const other = await member('Lead', [campaignId])
  const item = await say(owner, `Ask ${mentionOf(writer.userId)}`)
  await edit(owner, item, `Ask ${mentionOf(writer.userId)} or ${mentionOf(other.userId)}`)
  expect((await mentions(writer)).length).toBe(1)
  expect((await mentions(other)).map(({ content }) => 'itemId' in content && content.itemId)).toEqual([item._id])
  await edit(owner, item, 'Ask no one')
  await edit(owner, item, `Ask ${mentionOf(other.userId)} ${mentionOf(writer.userId)}`)
  await erase(owner, item)
  await restore(owner, item)
  expect((await mentions(writer)).length).toBe(1)
  expect((await mentions(other)).length).toBe(1)
  // A further comment is another matter.
  await say(owner, `Ask ${mentionOf(writer.userId)} again`)
  expect((await mentions(writer)).length).toBe(2)
})

test('who may not read the lead any more when the relay comes, or whose comment is gone, is not notified', async () => {
  const { owner, writer, say, erase, mentions } = await world()
  await leads.withoutRelay(async () => {
    await say(owner, `Ask ${mentionOf(writer.userId)}`)
    await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
  })
  expect(await mentions(writer)).toEqual([])
  await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: false } })
  await leads.withoutRelay(async () => erase(owner, await say(owner, `Ask ${mentionOf(writer.userId)}`)))
  expect(await mentions(writer)).toEqual([])
})

test('mail and SMS are sent as the settings of the person say, in their language, with names instead of ids', async () => {
  const { businessId, campaignId, owner, writer, lead, say, mentions } = await world()
  await notices.change(writer, {
    events: [
      { event: 'mention', choice: { app: false, popup: false, push: false, mail: true, sms: false, onlyMine: false } },
    ],
    quiet: { kind: 'own', hours: { from: clockIn(-60), to: clockIn(60) } },
  })
  const item = await say(owner, `Call her, ${mentionOf(writer.userId)}!`)
  const [mail] = await notices.sent(businessId, 1)
  expect(mail).toMatchObject({ channel: 'mail', recipient: writer.email })
  expect(mail?.subject).toBe(`${owner.name} mentioned you: Dana Levi`)
  expect(mail?.body).toContain(`Call her, @${writer.name}!`)
  expect(mail?.body).toContain(`/b/${businessId}/c/${campaignId}/leads/${lead._id}?item=${item._id}`)
  expect(Date.parse(mail?.dueAt ?? '')).toBeGreaterThan(Date.now() + 50 * 60_000)
  expect(await mentions(writer)).toEqual([])
})
