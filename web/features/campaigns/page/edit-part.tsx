import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useCanInCampaign } from '../campaign-access.ts'

/** Leads to the form in which a part of the campaign is changed; nothing without the right. */
export function EditPart({ campaign, children }: { campaign: Pick<Campaign, '_id' | 'role'>; children: ReactNode }) {
  const { businessId } = useBusiness()
  const can = useCanInCampaign()
  if (!can('campaigns.edit', campaign)) return null
  return (
    <Button variant="default" component={Link} to={paths.editCampaign(businessId, campaign._id)}>
      {children}
    </Button>
  )
}
