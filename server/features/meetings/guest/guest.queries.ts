import { sql } from 'kysely'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import { findMeeting, type MeetingRow } from '../meetings.queries.ts'

export type GuestRow = MeetingRow & { business_name: string; business_image: string | null }

/** A meeting with the face of its business. */
export async function findGuestMeeting(db: Db, businessId: string, id: string): Promise<GuestRow | undefined> {
  const [row, [business]] = await Promise.all([
    findMeeting(db, businessId, id),
    rowsOf<Pick<GuestRow, 'business_name' | 'business_image'>>(
      db,
      sql`select coalesce(brand_name, name) as business_name, image as business_image from businesses
        where business_id = ${businessId}`,
    ),
  ])
  return row && business && { ...row, ...business }
}
