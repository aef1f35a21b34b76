import type { Db } from '../../../platform/db/db.ts'
import { countedList, type Found, type Page, type Sql } from '../../../platform/lists/counted-list.ts'
import type { PageWindow } from '../../../platform/lists/paging.ts'
import { type OwnLeadRow, ownColumns } from '../leads.sql.ts'

export type FoundPage = Found<OwnLeadRow>
export const leadList = countedList<OwnLeadRow>({ table: 'leads', time: 'created_at', alias: 'r' })

type Parts = { with?: Sql; total: Sql; page: Page }
export const shown = (parts: Parts) => ({ ...parts, columns: ownColumns })
/** A page of leads with its total. */
export const runPage = (db: Db, businessId: string, place: PageWindow, parts: Parts): Promise<FoundPage> =>
  leadList.run(db, businessId, place, shown(parts))
