import { describe, expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { MENTIONS_MAX, mentionOf } from '#contract/leads/comments/mentions.ts'
import type { HistoryItem } from '#contract/leads/history/lead-history.ts'
import { newId } from '../../../platform/ids.ts'
import { type Credentials, testApp } from '../../../testing/test-app.ts'
import { refusal, testLeads } from '../../../testing/test-leads.ts'
import { deleteOldRows } from '../../housekeeping/housekeeping.queries.ts'
import { leads as manifest } from '../leads.manifest.ts'

const it = await testApp()
const { add, change, comment, history, remove } = testLeads(it)

async function world() {
  const business = await it.newBusiness()
  const { member, campaignId } = business
  const owner = await member('Owner')
  const writer = await member('Writer', [campaignId])
  const lead = await add(owner, { campaignId, name: 'Dana Levi' })
  const say = async (as: Credentials, text: string) => (await comment(as, lead._id, text)).body.item
  const at = (item: HistoryItem) => ({ id: lead._id, commentId: item.commented?._id ?? '' })
  const edit = (as: Credentials, item: HistoryItem, text: string, revision?: number) =>
    it.send(commentRoutes.change, as, { params: at(item), body: { text, ...(revision !== undefined && { revision }) } })
  const erase = (as: Credentials, item: HistoryItem) => it.send(commentRoutes.remove, as, { params: at(item) })
  const restore = (as: Credentials, item: HistoryItem) => it.send(commentRoutes.restore, as, { params: at(item) })
  const versions = (as: Credentials, item: HistoryItem) => it.send(commentRoutes.versions, as, { params: at(item) })
  const shown = async (as: Credentials) =>
    (await history(as, lead._id, { kind: 'comments' })).body.history.map(({ comment: text, commented }) => ({
      text,
      isEdited: commented?.editedAt !== null,
      deletedBy: commented?.deleted?.by.name,
    }))
  return { ...business, owner, writer, lead, say, at, edit, erase, restore, versions, shown }
}

describe('an author', () => {
  test('edits a comment; readers of the lead see that and the earlier texts, with their times', async () => {
    const { owner, writer, say, edit, versions, shown, member, campaignId, lead } = await world()
    const item = await say(writer, 'Call at 5')
    const first = await edit(writer, item, 'Call at 6')
    const { body } = await edit(writer, first.body.item, 'Call at 7')
    expect(body.item).toMatchObject({ _id: item._id, at: item.at, comment: 'Call at 7', commented: { revision: 2 } })
    expect(await shown(owner)).toEqual([{ text: 'Call at 7', isEdited: true, deletedBy: undefined }])
    const reader = await member('Reader', [campaignId])
    const kept = (await versions(reader, item)).body.versions
    expect(kept.map(({ text }) => text)).toEqual(['Call at 6', 'Call at 5'])
    expect(Date.parse(kept[0]?.at ?? '')).toBe(Date.parse(first.body.item.commented?.editedAt ?? ''))
    expect(Math.abs(Date.parse(kept[1]?.at ?? '') - Date.parse(item.at))).toBeLessThan(1_000)
    // The history has no further items for edits.
    expect((await history(owner, lead._id)).body.history.map(({ event }) => event)).toEqual([
      'lead.commented',
      'lead.created',
    ])
  })

  test('who sends the same text again changes nothing', async () => {
    const { writer, say, edit, versions } = await world()
    const item = await say(writer, 'Call at 5')
    expect((await edit(writer, item, ' Call at 5 ')).body.item.commented).toMatchObject({ revision: 0, editedAt: null })
    expect((await versions(writer, item)).body.versions).toEqual([])
  })

  test('who edits in two tabs learns of the other edit, and no text is lost', async () => {
    const { writer, say, edit, versions } = await world()
    const item = await say(writer, 'One')
    const [first, second] = await Promise.all([edit(writer, item, 'Two', 0), edit(writer, item, 'Three', 0)])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    const late = [first, second].find(({ status }) => status === 409)
    expect(late && refusal(late).code).toBe('changed_meanwhile')
    expect((await versions(writer, item)).body.versions.map(({ text }) => text)).toEqual(['One'])
  })

  test('deletes a comment: a line without the text stays, and undo brings the text back', async () => {
    const { owner, writer, say, edit, erase, restore, shown, versions } = await world()
    const item = await say(writer, 'Wrong lead')
    await edit(writer, item, 'Wrong lead, sorry')
    const { body } = await erase(writer, item)
    expect(body.item).not.toHaveProperty('comment')
    expect(body.item.commented?.deleted?.by).toMatchObject({ _id: writer.userId, name: writer.name })
    expect(await shown(owner)).toEqual([{ text: undefined, isEdited: true, deletedBy: writer.name }])
    expect(refusal(await versions(owner, item))).toMatchObject({ status: 409, code: 'comment_deleted' })
    expect(refusal(await edit(writer, item, 'Again'))).toMatchObject({ status: 409, code: 'comment_deleted' })
    expect((await erase(writer, item)).status).toBe(200)
    expect((await restore(writer, item)).body.item).toMatchObject({ comment: 'Wrong lead, sorry' })
    expect((await versions(owner, item)).body.versions.map(({ text }) => text)).toEqual(['Wrong lead'])
    expect((await restore(writer, item)).status).toBe(200)
  })
})

describe('others', () => {
  test('never edit a comment; Owner and Admin delete it, and undo their own deletion', async () => {
    const { owner, writer, say, edit, erase, restore, member, campaignId } = await world()
    const admin = await member('Admin')
    const item = await say(writer, 'Mine')
    for (const role of ['Affiliate', 'Lead', 'Writer'] as const) {
      const other = await member(role, [campaignId])
      expect((await edit(other, item, 'Theirs')).status).toBe(403)
      expect((await erase(other, item)).status).toBe(403)
      expect((await restore(other, item)).status).toBe(403)
    }
    for (const as of [owner, admin]) {
      expect((await edit(as, item, 'Theirs')).status).toBe(403)
      expect((await erase(as, item)).status).toBe(200)
      // The author does not undo what another person did; an Owner does.
      expect((await restore(writer, item)).status).toBe(403)
      expect((await restore(as, item)).status).toBe(200)
    }
    await erase(admin, item)
    expect((await restore(owner, item)).status).toBe(200)
    await erase(owner, item)
    expect((await restore(admin, item)).status).toBe(403)
  })

  test('who lost the right to edit the lead cannot change what they wrote', async () => {
    const { owner, writer, lead, say, edit, erase } = await world()
    const item = await say(writer, 'Mine')
    await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
    expect(refusal(await edit(writer, item, 'New')).code).toBe('lead_not_found')
    expect(refusal(await erase(writer, item)).code).toBe('lead_not_found')
    await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: false } })
    await remove(owner, [lead._id])
    expect(refusal(await edit(writer, item, 'New')).code).toBe('lead_not_found')
  })

  test('a comment is found at its own lead only', async () => {
    const { owner, writer, campaignId, say, at } = await world()
    const item = await say(writer, 'Mine')
    const other = await add(owner, { campaignId })
    const params = { ...at(item), id: other._id }
    expect(refusal(await it.send(commentRoutes.remove, writer, { params })).code).toBe('comment_not_found')
    expect(refusal(await it.send(commentRoutes.versions, writer, { params })).code).toBe('comment_not_found')
  })
})

describe('a mention', () => {
  test('is offered of colleagues who may read the lead, by name', async () => {
    const { owner, writer, lead, member, campaign, campaignId, db } = await world()
    await member('Writer', [await campaign()])
    const suspended = await member('Lead', [campaignId])
    await db
      .updateTable('memberships')
      .set({ suspended_at: new Date().toISOString() })
      .where('user_id', '=', suspended.userId)
      .execute()
    const offered = async (as: Credentials) =>
      (await it.send(commentRoutes.mentionable, as, { params: { id: lead._id } })).body.people.map(({ _id }) => _id)
    expect((await offered(writer)).toSorted()).toEqual([owner.userId, writer.userId].toSorted())
    const other = await member('Writer', [campaignId])
    await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
    expect(await offered(owner)).toEqual([owner.userId])
    await change(owner, lead._id, { assignedTo: other.userId })
    expect((await offered(owner)).toSorted()).toEqual([owner.userId, other.userId].toSorted())
  })

  test('follows a change of name, in earlier texts too', async () => {
    const { owner, writer, say, edit, versions } = await world()
    const item = await say(owner, `Ask ${mentionOf(writer.userId)}`)
    expect(item).toMatchObject({ comment: `Ask ${mentionOf(writer.userId)}` })
    await edit(owner, item, 'Ask no one')
    await it.deps.tenants.pool.updateTable('users').set({ name: 'New Name' }).where('id', '=', writer.userId).execute()
    const { mentions } = (await versions(owner, item)).body
    expect(mentions).toEqual([{ _id: writer.userId, name: 'New Name', image: null }])
  })

  test('of a stranger, of too many people or of someone who may not read the lead is refused', async () => {
    const { owner, writer, say, edit, member, campaign, lead } = await world()
    const outside = await member('Writer', [await campaign()])
    const stranger = await (await it.newBusiness()).member('Owner')
    for (const userId of [outside.userId, stranger.userId, newId()]) {
      const refused = refusal(await comment(owner, lead._id, `Hi ${mentionOf(userId)}`))
      expect(refused).toMatchObject({ status: 422, issues: { text: expect.stringContaining('see this lead') } })
    }
    const many = Array.from({ length: MENTIONS_MAX + 1 }, () => mentionOf(newId())).join(' ')
    expect(refusal(await comment(owner, lead._id, many)).issues.text).toContain(String(MENTIONS_MAX))
    const item = await say(owner, `Hi ${mentionOf(writer.userId)}`)
    expect((await edit(owner, item, `Hi ${mentionOf(outside.userId)}`)).status).toBe(422)
    // Someone mentioned before stays mentioned, whatever they may read now.
    await it.send(businessRoutes.change, owner, { body: { ownLeadsOnly: true } })
    expect((await edit(owner, item, `Hello ${mentionOf(writer.userId)}`)).status).toBe(200)
  })
})

test('the text of a deleted comment is kept for a day', async () => {
  const { writer, say, edit, erase, restore, db } = await world()
  const item = await say(writer, 'Secret')
  const other = await say(writer, 'Public')
  await edit(writer, item, 'More secret')
  await edit(writer, other, 'More public')
  await erase(writer, item)
  const texts = async () =>
    (await db.selectFrom('lead_comment_versions').select('text').execute()).map(({ text }) => text).toSorted()
  const clean = (hours: number) =>
    deleteOldRows(it.deps.workerDb, manifest.retained ?? [], new Date(Date.now() + hours * 3_600_000))
  await clean(23)
  expect(await texts()).toEqual(['More secret', 'Public', 'Secret'])
  await clean(25)
  expect(await texts()).toEqual(['Public'])
  expect(refusal(await restore(writer, item)).code).toBe('comment_deleted')
})

test('texts are in no event', async () => {
  const { writer, say, edit, erase, restore, db, lead } = await world()
  const item = await say(writer, 'Secret one')
  await edit(writer, item, 'Secret two')
  await erase(writer, item)
  await restore(writer, item)
  const events = await db.selectFrom('events').selectAll().where('lead_id', '=', lead._id).orderBy('id').execute()
  expect(events.map(({ name }) => name)).toEqual([
    'lead.created',
    'lead.commented',
    'comment.edited',
    'comment.deleted',
    'comment.restored',
  ])
  expect(JSON.stringify(events)).not.toContain('Secret')
})
