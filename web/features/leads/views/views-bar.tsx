import type { ShownLeadColumn } from '#contract/leads/table-views.ts'
import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { ViewsBar as SavedViewsBar } from '../../../shared/saved-views/views-bar.tsx'
import type { OwnTable } from '../../../ui/table/use-table-view.ts'
import type { FilterProps } from '../filters/leads-search.ts'
import { leadViews } from './lead-views.ts'
import { shownOf } from './use-shown-table.ts'
import { type ListPlace, viewQueryOf } from './view-query.ts'

type Props = FilterProps & ListPlace & { table: OwnTable<ShownLeadColumn> | undefined }

/** The saved views of the lead list. */
export function ViewsBar({ businessId, search, onChange, campaignId, look, table }: Props) {
  const shown = viewQueryOf(search, { campaignId, look })
  return (
    <SavedViewsBar
      of={leadViews}
      businessId={businessId}
      viewId={search.view}
      shown={shown}
      // With the columns on the screen, so that others see the same.
      toSave={!shown.columns && table ? { ...shown, columns: shownOf(table.columns) } : shown}
      listWithout={(without) => link(paths.leads(businessId, campaignId, look), without)}
      onLeave={(view) => void onChange({ view })}
    />
  )
}
