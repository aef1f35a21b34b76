import { usualQuiet } from '#contract/working-hours/quiet-terms.ts'
import { body, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'leadQuiet.get': { allowed: '+33333313' },
  'leadQuiet.change': {
    allowed: '+33333313',
    request: body({ quiet: { ...usualQuiet, graceMinutes: 90 }, expected: 0 }),
    event: 'lead_quiet.changed',
  },
}
