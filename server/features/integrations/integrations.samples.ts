import type { Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'integrations.list': { allowed: '+33333313' },
}
