import type { Deps } from '../../../../deps.ts'
import { addJobs, specOf } from '../../../../platform/jobs/job.ts'
import type { reportsIn } from '../../../../providers/whatsapp/hooks.ts'
import { readWhatsApp, readWhatsAppTemplates } from './whatsapp-reports.jobs.ts'
import { insertReport } from './whatsapp-reports.queries.ts'

type Account = { id: string; businessId: string; phoneNumberId: string }
/**
 * Stores what Meta reports together with the job that reads it, so that it can be answered at once and nothing is lost. What
 * was reported before, or is about another number of the app, is left out. Changes of templates are not stored: one job that
 * reads all templates waits, however many were reported.
 */
export async function takeReports(
  { workerDb, now }: Pick<Deps, 'workerDb' | 'now'>,
  { id: connectionId, businessId, phoneNumberId }: Account,
  reports: ReturnType<typeof reportsIn>,
): Promise<void> {
  const own = reports.filter((report) => report.phoneNumberId === null || report.phoneNumberId === phoneNumberId)
  if (!own.length) return
  // One at a time, so that messages stay in their order.
  const queue_name = `whatsapp ${connectionId}`
  await workerDb.transaction().execute(async (tx) => {
    for (const { key, phone, content } of own) {
      if (key === null) continue
      const payload = { ...(phone && { From: phone }), ...content }
      if (!(await insertReport(tx, businessId, { connectionId, key, payload, now: now() }))) continue
      await addJobs(tx, [specOf(readWhatsApp, { businessId, connectionId, key }, { queue_name })])
    }
    if (!own.some(({ key }) => key === null)) return
    const extras = { queue_name, job_key: `whatsapp templates ${connectionId}` }
    await addJobs(tx, [specOf(readWhatsAppTemplates, { connectionId }, extras)])
  })
}
