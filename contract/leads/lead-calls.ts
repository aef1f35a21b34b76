import { z } from 'zod'
import { Call } from '../calls/calls.ts'
import { commaList, id, LIMIT_MAX } from '../common.ts'
import { route } from '../route.ts'

export const leadCallRoutes = {
  last: route({
    method: 'GET',
    path: '/lead/calls/last',
    access: 'None',
    summary: `The last call of each of these leads (at most ${LIMIT_MAX}), for the columns of a list of leads`,
    query: z.object({ leadIds: commaList(id).pipe(z.array(id).min(1).max(LIMIT_MAX)) }),
    reply: z.object({ success: z.literal(true), calls: z.array(Call) }),
  }),
}
