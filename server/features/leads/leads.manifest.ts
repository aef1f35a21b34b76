import { fixedPeriods } from '#contract/retention.ts'
import type { Feature } from '../feature.ts'
import { editOperations } from './change/edit-operations.service.ts'
import { leadOperations } from './change/lead-operations.service.ts'
import { mountComments } from './comments/comments.routes.ts'
import { mountImports } from './import/import.routes.ts'
import { importOperations } from './import/import-operations.service.ts'
import { eraseImportedRows, isUnfinishedBefore, listImportedRows } from './imported-rows.queries.ts'
import { leadCounters } from './lead-counters.sql.ts'
import { leadJobs } from './leads.jobs.ts'
import { isOfCommentDeletedBefore } from './leads.queries.ts'
import { mountLeads } from './leads.routes.ts'
import * as personal from './personal-data.queries.ts'

export const leads: Feature = {
  mount: [mountLeads, mountComments, mountImports],
  jobs: leadJobs,
  projections: [leadCounters],
  operationHandlers: [leadOperations, editOperations, importOperations],
  retained: [
    { table: 'lead_exports', period: fixedPeriods.exports, column: 'created_at' },
    { table: 'lead_comment_versions', period: fixedPeriods.deletedComments, isOld: isOfCommentDeletedBefore },
    { table: 'lead_imports', period: fixedPeriods.imports, column: 'created_at' },
    { table: 'lead_imports', period: fixedPeriods.unfinishedImports, isOld: isUnfinishedBefore },
  ],
  person: {
    erase: async (tx, businessId, target) => {
      await eraseImportedRows(tx, businessId, target)
      await personal.eraseLeads(tx, businessId, target)
    },
    export: {
      leads: personal.listLeads,
      furtherContacts: personal.listFurtherContacts,
      enquiries: personal.listEnquiries,
      comments: personal.listComments,
      history: personal.listHistory,
      importedRows: listImportedRows,
    },
  },
  account: { exportInBusiness: { comments: personal.listOwnComments } },
}
