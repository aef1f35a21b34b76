import { sql } from 'kysely'

/** Matches reports about incoming SMS that the provider sent before this moment. */
export const isSmsReportBefore = (before: string) => sql<boolean>`kind = 'sms' and received_at < ${before}::timestamptz`
