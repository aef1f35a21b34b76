import type { ComponentType } from 'react'
import type { campaignRoutes } from '#contract/campaigns.ts'
import type { Right } from '#contract/roles.ts'
import type { RouteReply } from '#contract/route.ts'

/** A campaign with its people and calls, as its page reads it. */
export type CampaignDetails = RouteReply<typeof campaignRoutes.get>['campaign']
export type CampaignSection = ComponentType<{ campaign: CampaignDetails }>

/** A tab of a campaign's page; features add sections to it. */
export type CampaignTab = {
  /** Last part of the tab's URL; the first tab has none. The tab's text is in `campaigns.json`, below `page.tabs`. */
  id: 'overview' | 'sources' | 'numbers' | 'people' | 'notifications' | 'history'
  sections: readonly CampaignSection[]
  /** Required right in the campaign; without it every campaign has the tab. */
  needs?: Right
}
