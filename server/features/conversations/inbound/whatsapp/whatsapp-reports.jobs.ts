import { z } from 'zod'
import { id } from '#contract/common.ts'
import type { Deps } from '../../../../deps.ts'
import { type Job, job } from '../../../../platform/jobs/job.ts'
import { readStatus } from '../../../../providers/whatsapp/hooks.ts'
import { reasonOf } from '../../../../providers/whatsapp/whatsapp-errors.ts'
import { refreshTemplates } from '../../../channels/whatsapp/looking-after.service.ts'
import { handleReport } from '../reports.service.ts'
import { receiveWhatsApp } from './inbound-whatsapp.service.ts'
import { findReport } from './whatsapp-reports.queries.ts'

const OfReport = z.object({ businessId: id, connectionId: id, key: z.string() })

/** Reads a stored report: a message of a person, or the state of one of ours. */
export const readWhatsApp: Job<Deps, typeof OfReport> = job({
  name: 'readWhatsApp',
  payload: OfReport,
  maxAttempts: 12,
  async run(deps, { businessId, connectionId, key }) {
    const report = await findReport(deps.workerDb, businessId, { connectionId, key })
    if (!report?.kind) return
    // Stored by an earlier version.
    if (report.kind === 'templates') return refreshTemplates(deps, connectionId)
    if (report.kind === 'status') {
      const { id: queueId, delivery, code } = readStatus(report.status)
      return handleReport(deps, { queueId, businessId }, { status: delivery, code, reason: reasonOf(code) })
    }
    await receiveWhatsApp(deps, { businessId, connectionId, key }, { ...report, phone: report.From ?? null })
  },
})

const OfConnection = z.object({ connectionId: id })

/** Reads the templates of an account after Meta reported changes. */
export const readWhatsAppTemplates: Job<Deps, typeof OfConnection> = job({
  name: 'readWhatsAppTemplates',
  payload: OfConnection,
  maxAttempts: 12,
  run: (deps, { connectionId }) => refreshTemplates(deps, connectionId),
})
