import { paths } from '../../../lib/paths.ts'
import { link } from '../../../lib/search.ts'
import { ViewsBar } from '../../../shared/saved-views/views-bar.tsx'
import type { FilterProps } from '../filters/calls-search.ts'
import { callViews, viewQueryOf } from './call-views.ts'

/** The saved views of the call list. */
export function CallViewsBar({ businessId, campaignId, search, onChange }: FilterProps) {
  const shown = viewQueryOf(search, campaignId)
  return (
    <ViewsBar
      of={callViews}
      businessId={businessId}
      viewId={search.view}
      shown={shown}
      toSave={shown}
      listWithout={(without) => link(paths.calls(businessId, campaignId), without)}
      onLeave={(view) => onChange({ view })}
    />
  )
}
