import { sql } from 'kysely'

/** Matches the provider's reports about incoming SMS that arrived before this moment. */
export const isSmsReportBefore = (before: string) =>
  sql<boolean>`kind in ('sms', 'whatsapp') and received_at < ${before}::timestamptz`
