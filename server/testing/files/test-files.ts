import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileRoutes } from '#contract/files/files.ts'
import type { testApp } from '../test-app.ts'
import type { TestMember } from '../test-business.ts'
import { refusal, testLeads } from '../test-leads.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<TestMember>
export const aFile = (name = 'plan.pdf', bytes: Uint8Array | string = '%PDF-1.7\nplan') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name)

/** Status and code of a refusal. */
export function codeOf(reply: Parameters<typeof refusal>[0]) {
  const { status, code } = refusal(reply)
  return [status, code]
}

/** Acts on the files of leads. */
export function testFiles(it: App) {
  const leads = testLeads(it)
  const add = (as: As, leadId: string, file: Blob = aFile(), headers: Record<string, string> = {}) =>
    it.send(fileRoutes.add, as, { params: { id: leadId }, file }, headers)
  const of = (leadId: string, fileId: string) => ({ params: { id: leadId, fileId } })
  const acts = {
    add,
    list: (as: As, leadId: string) => it.send(fileRoutes.list, as, { params: { id: leadId } }),
    get: (as: As, leadId: string, fileId: string) => it.send(fileRoutes.get, as, of(leadId, fileId)),
    remove: (as: As, leadId: string, fileId: string) => it.send(fileRoutes.remove, as, of(leadId, fileId)),
    restore: (as: As, leadId: string, fileId: string) => it.send(fileRoutes.restore, as, of(leadId, fileId)),
    /** Opens a signed address, as a browser would. */
    open: (url: string, headers: Record<string, string> = {}) =>
      it.app.inject({ url, headers: { host: 'localhost', ...headers } }),
    /** Names in the storage. */
    stored: () => readdir(join(it.env.filesDir, 'files')).catch((): string[] => []),
    storedOf: async (fileId: string) =>
      (await acts.stored()).filter((name) => name.startsWith(fileId.replaceAll('-', ''))).sort(),
    spooled: () => readdir(join(it.env.dataDir, 'uploads')).catch((): string[] => []),
    async world() {
      const business = await it.newBusiness()
      const owner = await business.member('Owner')
      const lead = await leads.add(owner, { name: 'Dana Levi', campaignId: business.campaignId })
      return { ...business, owner, lead, leadId: lead._id }
    },
    async added(as: As, leadId: string, file: Blob = aFile()) {
      const reply = await add(as, leadId, file)
      if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
      return reply.body.file
    },
  }
  return { leads, ...acts }
}
