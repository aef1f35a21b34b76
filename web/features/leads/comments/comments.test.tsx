import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { commentRoutes } from '#contract/leads/comments/comments.ts'
import { mentionOf } from '#contract/leads/comments/mentions.ts'
import type { HistoryItem } from '#contract/leads/history/lead-history.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { Role } from '#contract/roles.ts'
import { storage } from '../../../lib/storage.ts'
import { dropDrafts } from '../../../lib/unsaved/drafts.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../../testing/fakes.ts'
import {
  aHistory,
  aHistoryItem,
  aLead,
  anEvent,
  idOf,
  NOAM,
  someDetails,
  surroundings,
} from '../../../testing/lead-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { LeadPage } from '../lead/lead-page.tsx'
import { CommentPicturesProvider } from './comment-pictures.ts'

const lead = aLead(1)
const ME = { _id: USER_ID, name: 'Shira', image: null }
const DANA = { _id: idOf(77), name: 'דנה כהן', image: null }
const mine = (changes: Partial<HistoryItem> = {}) => aHistoryItem(1, { by: ME, comment: 'Called twice', ...changes })
const theirs = aHistoryItem(2, { by: NOAM, comment: 'Wants oak' })
const commented = (changes: Partial<NonNullable<HistoryItem['commented']>>) => ({
  _id: idOf(901),
  revision: 0,
  editedAt: null,
  deleted: null,
  mentions: [],
  ...changes,
})
const edited = commented({ revision: 1, editedAt: new Date().toISOString() })

type Pictures = ComponentProps<typeof CommentPicturesProvider>['value']
type Given = { replies?: FakeReply[]; role?: Role; search?: string; pictures?: Pictures }
const open = (
  items: HistoryItem[] = [mine(), theirs],
  { replies = [], role = 'Writer', search = '', pictures }: Given = {},
) =>
  renderPage(
    <CommentPicturesProvider value={pictures}>
      <LeadPage />
    </CommentPicturesProvider>,
    {
      path: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${lead._id}${search}`,
      route: '/b/$businessId/c/$campaignId/leads/$leadId',
      replies: [
        ...surroundings(role),
        reply(leadRoutes.get, { success: true, lead: someDetails(lead) }),
        reply(leadRoutes.history, aHistory(...items)),
        reply(commentRoutes.mentionable, { success: true, people: [ME, DANA, NOAM] }),
        ...replies,
      ],
      session: aSession({ role }),
    },
  )
const itemOf = async (text: string) => {
  const item = (await screen.findByText(text, { selector: 'p' })).closest('li')
  if (!item) throw new Error(`no item of ${text}`)
  return within(item)
}
const menuOf = async (text: string) => (await itemOf(text)).findByRole('button', { name: /More actions/ })
type Page = Awaited<ReturnType<typeof open>>
const edit = async ({ user }: Page, text = 'Called twice') => {
  await user.click(await menuOf(text))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  return (await screen.findByRole('textbox', { name: 'Edit comment' })) as HTMLTextAreaElement
}
beforeEach(() => {
  dropDrafts()
  storage.historyOrder.set('newest')
})

describe('a comment', () => {
  it('is edited by its author, in its place', async () => {
    const page = await open(undefined, {
      replies: [
        reply(commentRoutes.change, { success: true, item: mine({ comment: 'Called again', commented: edited }) }),
      ],
    })
    const field = await edit(page)
    expect(field.value).toBe('Called twice')
    await page.user.clear(field)
    await page.user.type(field, 'Called again')
    page.server.use(reply(leadRoutes.history, aHistory(mine({ comment: 'Called again', commented: edited }), theirs)))
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await (await itemOf('Called again')).findByRole('button', { name: 'edited' })
    expect(page.server.sentTo(commentRoutes.change)[0]?.body).toEqual({ text: 'Called again', revision: 0 })
    expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull()
  })

  it('offers no edit of others, and their deletion only to Owner and Admin', async () => {
    const page = await open()
    expect((await itemOf('Wants oak')).queryByRole('button', { name: /More actions/ })).toBeNull()
    page.unmount()
    const { user } = await open(undefined, { role: 'Owner' })
    await user.click(await menuOf('Wants oak'))
    await screen.findByRole('menuitem', { name: 'Delete' })
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull()
  })

  it('shows its earlier texts, with the names of people whom they mention', async () => {
    const versions = [{ at: '2026-11-20T10:00:00.000Z', text: `Ask ${mentionOf(DANA._id)}` }]
    const { user } = await open([mine({ commented: edited })], {
      replies: [reply(commentRoutes.versions, { success: true, versions, mentions: [DANA] })],
    })
    await user.click(await screen.findByRole('button', { name: 'edited' }))
    const list = await screen.findByRole('list', { name: 'Earlier versions' })
    expect(list.textContent).toContain('Ask @דנה כהן')
  })

  it('leaves a line when it is deleted, and comes back by Undo', async () => {
    const gone = mine({
      comment: undefined,
      commented: commented({ deleted: { at: new Date().toISOString(), by: ME } }),
    })
    const page = await open(undefined, {
      replies: [
        reply(commentRoutes.remove, { success: true, item: gone }),
        reply(commentRoutes.restore, { success: true, item: mine() }),
      ],
    })
    await page.user.click(await menuOf('Called twice'))
    page.server.use(reply(leadRoutes.history, aHistory(gone, theirs)))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByText(/Comment deleted by/)
    expect(screen.queryByText('Called twice')).toBeNull()
    page.server.use(reply(leadRoutes.history, aHistory(mine(), theirs)))
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await itemOf('Called twice')
  })

  it('that another person deletes while it is edited keeps what was typed, which can be sent as a new one', async () => {
    const gone = mine({
      comment: undefined,
      commented: commented({ deleted: { at: new Date().toISOString(), by: NOAM } }),
    })
    const page = await open(undefined, {
      replies: [
        refusal(commentRoutes.change, 409, 'comment_deleted', { message: 'Deleted' }),
        reply(commentRoutes.add, { success: true, item: mine({ comment: 'Called twice, again' }) }),
      ],
    })
    const field = await edit(page)
    await page.user.type(field, ', again')
    page.server.use(reply(leadRoutes.history, aHistory(gone, theirs)))
    await happens(anEvent('comment.deleted', lead))
    expect((await screen.findByRole('alert')).textContent).toContain('נועם פרידמן deleted this comment')
    expect(field.value).toBe('Called twice, again')
    await page.user.click(screen.getByRole('button', { name: 'Add as a new comment' }))
    await waitFor(() => expect(page.server.sentTo(commentRoutes.add)[0]?.body).toEqual({ text: 'Called twice, again' }))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull())
  })

  it('that was edited elsewhere meanwhile says so, and is saved on the second press', async () => {
    const page = await open(undefined, {
      replies: [refusal(commentRoutes.change, 409, 'changed_meanwhile', { message: 'Changed' })],
    })
    await page.user.type(await edit(page), '!')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText(/edited elsewhere/)
    page.server.use(reply(commentRoutes.change, { success: true, item: mine({ comment: 'Called twice!' }) }))
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.server.sentTo(commentRoutes.change)).toHaveLength(2))
    expect(page.server.sentTo(commentRoutes.change)[1]?.body).toEqual({ text: 'Called twice!' })
  })

  it('keeps a half edit when the page is left', async () => {
    const page = await open()
    await page.user.type(await edit(page), ', half')
    page.unmount()
    await open()
    const field = (await screen.findByRole('textbox', { name: 'Edit comment' })) as HTMLTextAreaElement
    expect(field.value).toBe('Called twice, half')
  })
})

describe('a mention', () => {
  it('is picked by keys from the colleagues who may read the lead, and sent as an id', async () => {
    const { user, server } = await open(undefined, {
      replies: [reply(commentRoutes.add, () => new Promise(() => undefined))],
    })
    const field = (await screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement
    await user.type(field, 'Ask @')
    const list = await screen.findByRole('listbox', { name: 'Colleagues' })
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([DANA.name, NOAM.name])
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}')
    expect(within(list).getByRole('option', { selected: true }).textContent).toBe(NOAM.name)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field.value).toBe('Ask @דנה כהן ')
    await user.keyboard('please{Control>}{Enter}{/Control}')
    expect(server.sentTo(commentRoutes.add)[0]?.body).toEqual({ text: `Ask ${mentionOf(DANA._id)} please` })
    const sent = await screen.findByText('@דנה כהן', { selector: 'bdi' })
    expect(sent.closest('p')?.textContent).toBe('Ask @דנה כהן please')
  })

  it('is searched by the beginning of a name, picked by touch, and its list closes by Escape', async () => {
    const { user } = await open()
    const field = (await screen.findByRole('textbox', { name: 'Comment' })) as HTMLTextAreaElement
    await user.click(screen.getByRole('button', { name: 'Mention a colleague' }))
    await screen.findByRole('listbox')
    await user.keyboard('כה')
    await user.click(await screen.findByRole('option', { name: /דנה/ }))
    expect(field.value).toBe('@דנה כהן ')
    await user.keyboard('@')
    await screen.findByRole('listbox')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    expect(field.value).toBe('@דנה כהן @')
  })
})

describe('the history', () => {
  it('is filtered by type and ordered in the address; the order is remembered', async () => {
    const page = await open()
    await page.user.click(await screen.findByRole('button', { name: 'Type' }))
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Changes' }))
    await waitFor(() => expect(page.router.state.location.search).toMatchObject({ kind: 'changes' }))
    await page.user.click(await screen.findByRole('button', { name: 'Newest first' }))
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Oldest first' }))
    const last = () => page.server.sentTo(leadRoutes.history).at(-1)?.query
    await waitFor(() => expect(last()).toMatchObject({ kind: 'changes', order: 'oldest' }))
    expect(page.router.state.location.search).toMatchObject({ order: 'oldest' })
    page.unmount()
    const again = await open()
    await screen.findByRole('button', { name: 'Oldest first' })
    expect(again.server.sentTo(leadRoutes.history)[0]?.query).toMatchObject({ kind: 'all', order: 'oldest' })
  })

  it('is opened at the item of a link, among its neighbours, which go on both ways', async () => {
    const { server, user } = await open([mine(), theirs], {
      search: `?item=${theirs._id}`,
      replies: [
        reply(leadRoutes.history, ({ query }) =>
          query.after || query.before ? aHistory() : { ...aHistory(mine(), theirs), hasNewer: true, hasOlder: true },
        ),
      ],
    })
    await itemOf('Wants oak')
    expect(server.sentTo(leadRoutes.history)[0]?.query).toMatchObject({ around: theirs._id })
    expect((await screen.findByText('Wants oak')).closest('li')?.getAttribute('aria-current')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Show newer' }))
    await waitFor(() => expect(server.sentTo(leadRoutes.history).at(-1)?.query).toMatchObject({ after: mine()._id }))
    await user.click(screen.getByRole('button', { name: 'Show older' }))
    await waitFor(() => expect(server.sentTo(leadRoutes.history).at(-1)?.query).toMatchObject({ before: theirs._id }))
  })

  it('says so when the item of a link is not there', async () => {
    await open([mine()], { search: `?item=${idOf(999)}` })
    expect((await screen.findByText(/no longer available/)).getAttribute('role')).toBe('status')
    await itemOf('Called twice')
  })

  it('gives the link of an item', async () => {
    const { user } = await open()
    await user.click((await itemOf('Wants oak')).getByRole('button', { name: 'Copy link' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain(`?item=${theirs._id}`))
  })
})

describe('a pasted picture', () => {
  const FILE_ID = idOf(660)
  const Picture = ({ fileId }: { fileId: string }) => <img src={`/${fileId}`} alt={`file ${fileId}`} />
  const paste = (field: HTMLElement, ...files: File[]) =>
    fireEvent.paste(field, { clipboardData: { files, getData: () => '' } })
  const picture = new File(['png'], 'image.png', { type: 'image/png' })
  const openWith = (add: () => Promise<string | undefined>, items: HistoryItem[] = [theirs]) =>
    open(items, {
      replies: [reply(commentRoutes.add, { success: true, item: mine() })],
      pictures: { Picture, add },
    })

  it('is added to the lead, shown above the text, and sent with it or alone', async () => {
    const page = await openWith(async () => FILE_ID)
    const field = await screen.findByRole('textbox', { name: 'Comment' })
    paste(field, picture)
    await screen.findByRole('img', { name: `file ${FILE_ID}` })
    await page.user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(page.server.sentTo(commentRoutes.add)[0]?.body).toEqual({ text: `<picture:${FILE_ID}>` }),
    )
    paste(field, picture)
    await page.user.type(field, 'The kitchen')
    await page.user.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(page.server.sentTo(commentRoutes.add)[1]?.body).toEqual({ text: `The kitchen\n<picture:${FILE_ID}>` }),
    )
  })

  it('waits until it has arrived, can be removed, and leaves nothing behind if it is refused', async () => {
    const arrivals: ((id: string | undefined) => void)[] = []
    const page = await openWith(() => new Promise((arrive) => arrivals.push(arrive)))
    const field = await screen.findByRole('textbox', { name: 'Comment' })
    const send = screen.getByRole('button', { name: 'Add' })
    await page.user.type(field, 'The kitchen')
    paste(field, picture, picture)
    await waitFor(() => expect(send).toHaveProperty('disabled', true))
    arrivals[0]?.(undefined)
    arrivals[1]?.(FILE_ID)
    await screen.findByRole('img', { name: `file ${FILE_ID}` })
    expect(send).toHaveProperty('disabled', false)
    await page.user.click(screen.getByRole('button', { name: 'Remove picture 1' }))
    expect(screen.queryByRole('img', { name: `file ${FILE_ID}` })).toBeNull()
    expect((field as HTMLTextAreaElement).value).toBe('The kitchen')
  })

  it('stands behind the text of its comment, and stays when the text is edited', async () => {
    const comment = `The kitchen\n<picture:${FILE_ID}>`
    const page = await open([mine({ comment })], {
      replies: [reply(commentRoutes.change, { success: true, item: mine({ comment, commented: edited }) })],
      pictures: { Picture, add: async () => undefined },
    })
    await screen.findByRole('img', { name: `file ${FILE_ID}` })
    const text = await screen.findByText(/The kitchen/, { selector: 'p' })
    expect(text.textContent).toBe('The kitchen')
    const field = await edit(page, 'The kitchen')
    expect(field.value).toBe('The kitchen')
    await page.user.type(field, '!')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.server.sentTo(commentRoutes.change)[0]?.body).toMatchObject({
        text: `The kitchen!\n<picture:${FILE_ID}>`,
      }),
    )
  })
})
