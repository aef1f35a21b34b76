import { z } from 'zod'
import { id } from '#contract/common.ts'
import { languages } from '#contract/constants.ts'
import type { Deps } from '../../deps.ts'
import type { Projection } from '../../platform/events/relay.ts'
import { job, specOf } from '../../platform/jobs/job.ts'
import { requestConsentOfNew } from './recipients.service.ts'

/**
 * Sends consent requests to addresses that a save added to a campaign's lists, in the language of the author of the
 * save.
 */
export const askRecipients = job({
  name: 'askRecipients',
  payload: z.object({ businessId: id, campaignId: id, eventId: id, userId: id.optional() }),
  maxAttempts: 10,
  run: (deps: Deps, saved) => requestConsentOfNew(deps, { ...saved, fallback: languages[0] }),
})

export const recipientJobs = [askRecipients]

const saves: readonly string[] = ['campaign.created', 'campaign.changed']
export const recipientProjection: Projection = {
  jobs: (events) =>
    events.flatMap(({ id, name, businessId, campaignId, actor }) =>
      saves.includes(name)
        ? [
            specOf(askRecipients, {
              businessId,
              campaignId,
              eventId: id,
              ...('userId' in actor && { userId: actor.userId }),
            }),
          ]
        : [],
    ),
}
