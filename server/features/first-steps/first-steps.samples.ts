import { body, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'firstSteps.get': { allowed: '++3333313' },
  'firstSteps.change': {
    allowed: '++3333313',
    request: body({ isDismissed: false }),
  },
}
