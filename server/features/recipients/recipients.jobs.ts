import { z } from 'zod'
import { id } from '#contract/common.ts'
import { languages } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import type { Follower } from '../../platform/events/relay.ts'
import { job, specOf } from '../../platform/jobs/job.ts'
import { askNew } from './recipients.service.ts'

/** Asks the addresses that were saved into a campaign's lists, in the language of who saved them. */
export const askRecipients = job({
  name: 'askRecipients',
  payload: z.object({ businessId: id, campaignId: id, userId: id.optional() }),
  maxAttempts: 10,
  run: (deps: Deps, { businessId, campaignId, userId }) =>
    askNew(deps, { businessId, campaignId, userId, fallback: languages[0] }),
})

export const recipientJobs = [askRecipients]

const saves: readonly string[] = ['campaign.created', 'campaign.changed']
export const recipientFollower: Follower = {
  jobs: (events) =>
    events.flatMap(({ name, businessId, campaignId, actor }) =>
      saves.includes(name)
        ? [specOf(askRecipients, { businessId, campaignId, ...('userId' in actor && { userId: actor.userId }) })]
        : [],
    ),
}
