import { type Invitation, invitationRoutes } from '#contract/team/invitations.ts'
import type { Credentials, testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials> | undefined
type Loose = Record<string, unknown>
export type TestLink = { id: string; token: string }

let addresses = 0
/** A unique address. */
export const anAddress = () => `invited${++addresses}@example.test`

const linkIn = (text: string): TestLink | undefined => {
  const [, id, token] = /\/invitation\/([\w-]+)\/([\w-]+)/.exec(text) ?? []
  return id && token ? { id, token } : undefined
}

/** Helpers for tests of invitations. */
export function testInvitations({ app, send, deps }: App) {
  const invite = (as: As, body: Loose) =>
    send(invitationRoutes.create, as, { body: { role: 'Writer', language: 'en', ...body } as never })
  /** Invitation links sent to an address or phone, oldest first. */
  async function linksTo(recipient: string): Promise<TestLink[]> {
    const messages = await deps.workerDb
      .selectFrom('messages')
      .select('body')
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
    const found = messages.map(async ({ body }) => linkIn((await followed(body ?? '')) ?? body ?? ''))
    return (await Promise.all(found)).flatMap((link) => link ?? [])
  }
  /** The redirect target of the short address in an SMS. */
  async function followed(text: string): Promise<string | undefined> {
    const [, path] = /https?:\/\/[^/\s]+(\/i\/[\w-]+)/.exec(text) ?? []
    if (!path) return undefined
    return (await app.inject({ url: path, headers: { host: 'localhost' } })).headers.location
  }
  /** Creates one invitation; returns it with the sent link. */
  async function invited(as: As, body: Loose = {}) {
    const recipient = (body.recipient as string | undefined) ?? anAddress()
    const { recipient: _, ...rest } = body
    const reply = await invite(as, { ...rest, recipients: [recipient] })
    const [invitation] = reply.body.invitations
    if (!invitation) throw new Error(JSON.stringify(reply.body))
    const link = (await linksTo(invitation.email ?? invitation.phone ?? '')).at(-1)
    return { invitation, link: link as TestLink, recipient }
  }
  const open = (link: TestLink) => send(invitationRoutes.open, undefined, { params: link })
  const accept = (as: As, link: TestLink) => send(invitationRoutes.accept, as, { params: link })
  const list = async (as: As, query: Loose = {}) => {
    const { filters, ...rest } = query
    const asked = { ...rest, ...(filters !== undefined && { filters: JSON.stringify(filters) }) }
    return (await send(invitationRoutes.list, as, { query: asked as never })).body
  }
  const one = async (as: As, id: string): Promise<Invitation | undefined> =>
    (await list(as, { limit: 100 })).invitations.find(({ _id }) => _id === id)
  /** Events of a business, oldest first. */
  const events = (businessId: string) =>
    deps.tenants
      .scope({ businessId })
      .selectFrom('events')
      .select(['name', 'actor', 'payload', 'personal'])
      .orderBy('id')
      .execute()
  /** A person with this address. */
  async function personOf(email: string, make: () => Promise<Credentials & { userId: string }>) {
    const someone = await make()
    await deps.tenants.pool.updateTable('users').set({ email }).where('id', '=', someone.userId).execute()
    return someone
  }
  return { invite, invited, linksTo, open, accept, list, one, events, personOf }
}
