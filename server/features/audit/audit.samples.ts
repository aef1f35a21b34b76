import { body, SAYS_NOTHING, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'audit.list': {
    allowed: '+33333313',
    heavy: true,
    foreignIds: { 'query.by': SAYS_NOTHING, 'query.about': SAYS_NOTHING },
  },
  'audit.choices': { allowed: '+33333313', heavy: true, foreignIds: { 'query.about': SAYS_NOTHING } },
  'audit.exportLink': {
    allowed: '+33333313',
    request: body({}),
    foreignIds: { 'body.by': SAYS_NOTHING, 'body.about': SAYS_NOTHING },
  },
}
