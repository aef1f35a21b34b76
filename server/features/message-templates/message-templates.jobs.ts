import type { Projection } from '../../platform/events/relay.ts'
import { newId } from '../../platform/ids.ts'
import { insertTemplates } from './message-templates.queries.ts'
import { starterTemplates } from './starter-templates.ts'

/** Gives each new business the starter templates. */
export const starterProjection: Projection = {
  async apply(tx, { events }) {
    for (const { businessId } of events.filter(({ name }) => name === 'business.created'))
      await insertTemplates(
        tx,
        businessId,
        starterTemplates.map((template) => ({ _id: newId(), ...template })),
      )
  },
}
