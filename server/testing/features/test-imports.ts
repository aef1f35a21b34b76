import { expect } from 'vitest'
import { operationRoutes } from '#contract/leads/operations.ts'
import { type ImportSettings, leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import type { Credentials, testApp } from '../test-app.ts'
import { testLeads } from '../test-leads.ts'
import { waitFor } from '../wait-for.ts'

type As = Credentials

/** Imports of files of leads, as a person does them. */
export function testImports(it: Awaited<ReturnType<typeof testApp>>, errors: unknown[] = []) {
  const leads = testLeads(it)

  async function world() {
    const business = await it.newBusiness()
    return { ...business, owner: await business.member('Owner') }
  }
  const upload = (as: As, content: string | Uint8Array, query = {}) =>
    it.send(leadImportRoutes.upload, as, { query: { name: 'leads.csv', ...query }, file: new Blob([content as never]) })
  async function accepted(as: As, content: string | Uint8Array, query = {}) {
    const reply = await upload(as, content, query)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body.import
  }
  const set = (as: As, id: string, body: object) =>
    it.send(leadImportRoutes.change, as, {
      params: { id },
      body: { mode: 'create', key: 'phone', ...body } as ImportSettings,
    })
  const check = async (as: As, id: string) => (await it.send(leadImportRoutes.check, as, { params: { id } })).body
  const read = async (as: As, id: string) => (await it.send(leadImportRoutes.get, as, { params: { id } })).body.import
  const run = (as: As, id: string) => it.send(leadImportRoutes.run, as, { params: { id } })
  const ended = (as: As, id: string) =>
    waitFor(async () => {
      const one = await read(as, id)
      expect(one.state, String(errors)).not.toBe('failed')
      return one.state === 'done' ? one : undefined
    })
  /** Uploads a file and chooses what is done with it. */
  async function draft(as: As, content: string | Uint8Array, settings: object) {
    const { _id: id } = await accepted(as, content)
    const chosen = await set(as, id, settings)
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200)
    return id
  }
  /** Checks and imports a draft; returns the ended import. */
  async function finish(as: As, id: string) {
    const checked = await check(as, id)
    expect((await run(as, id)).status).toBe(200)
    const done = await ended(as, id)
    expect(done.counts, 'the check says what the import does').toEqual(checked.counts)
    return { ...done, checked: checked.rows }
  }
  const take = async (as: As, content: string | Uint8Array, settings: object) =>
    finish(as, await draft(as, content, settings))
  const all = async (as: As, campaignId: string) =>
    (await leads.page(as, { campaignId, limit: 100, sort: 'name' })).body.leads
  async function undo(as: As, operationId: string | null) {
    const { operation } = (await it.send(operationRoutes.undo, as, { params: { id: operationId ?? '' } })).body
    return waitFor(async () => {
      const one = (await it.send(operationRoutes.get, as, { params: { id: operation._id } })).body
      return one.operation.state === 'done' ? one : undefined
    })
  }
  async function failedFile(as: As, id: string) {
    const { url } = (await it.send(leadImportRoutes.failed, as, { params: { id } })).body
    return (await it.app.inject({ url, headers: { host: 'localhost' } })).body.replace('\ufeff', '')
  }
  return { world, upload, accepted, set, check, read, run, ended, draft, finish, take, all, undo, failedFile }
}
