import { sql } from 'kysely'

/** The provider's reports about calls that arrived before this moment. */
export const isCallReportBefore = (before: string) =>
  sql<boolean>`kind <> 'sms' and received_at < ${before}::timestamptz`
