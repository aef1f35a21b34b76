import type { Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'health.get': { open: 'public', allowed: '+++++++++' },
  'health.live': { open: 'public', allowed: '+++++++++' },
  'health.ready': { open: 'public', allowed: '+++++++++' },
}
