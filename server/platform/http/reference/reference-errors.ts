import { z } from 'zod'
import { Failure } from '#contract/common.ts'
import { languages } from '#contract/constants.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'

/** Request headers of a route, as JSON schema. */
export const headersOf = ({ access, scope, idempotent }: Route) => ({
  type: 'object',
  required: access !== 'public' && access !== 'user' && !scope ? ['x-business-id'] : [],
  properties: {
    ...(access !== 'public' &&
      access !== 'user' && {
        'x-business-id': {
          type: 'string',
          format: 'uuid',
          description: 'The business. Required of people; an API key knows its own.',
        },
      }),
    ...(idempotent && {
      'Idempotency-Key': {
        type: 'string',
        maxLength: 255,
        description: 'A value of your choice, the same for each retry of one request: it is carried out once.',
      },
    }),
    'accept-language': {
      type: 'string',
      enum: [...languages],
      description: 'Language of the texts in the reply. Without it Hebrew; errors of API keys are then in English.',
    },
  },
})

/** What each status means where any route may reply with it. */
const meanings: Record<number, string> = {
  400: 'The body cannot be read, or the business is not named.',
  401: 'Not signed in, or the API key is unknown or not active.',
  403: 'The caller lacks the right, the role or the scope.',
  404: 'Not found, or not visible to the caller.',
  409: 'In conflict with the present state, such as a request with this Idempotency-Key that is still running.',
  413: 'The body is too large.',
  415: 'The body has an unsupported type.',
  422: 'A value was refused; `issues` has a path and a message for each.',
  429: 'Too many requests.',
  500: 'An error of the server.',
  503: 'Temporarily unavailable.',
}
const waits = new Set(['429', '503'])

const codesWith = (status: string) =>
  Object.keys(errorStatus).filter((code) => String(errorStatus[code as ErrorCode]) === status)

/** Components of the document: the shape of failures, and a response for each status. */
export const failureComponents = {
  schemas: { Failure: z.toJSONSchema(Failure, { io: 'output' }) },
  responses: Object.fromEntries(
    Object.entries(meanings).map(([status, meaning]) => [
      `Failure${status}`,
      {
        description: `${meaning} Codes: ${codesWith(status)
          .map((code) => `\`${code}\``)
          .join(', ')}.`,
        ...(waits.has(status) && {
          headers: {
            'Retry-After': {
              description: 'Seconds after which to try again.',
              schema: { type: 'integer', minimum: 1 },
            },
          },
        }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  ),
}

/** Statuses of the errors that a route may reply with. */
export function failuresOf({ method, access, params, query, body, upload }: Route) {
  const isOpen = access === 'public'
  const hasBody = body !== undefined || upload !== undefined
  const isOfBusiness = !isOpen && access !== 'user'
  return [
    ...(hasBody || isOfBusiness ? [400] : []),
    ...(isOpen ? [] : [401, 403]),
    ...(params || isOfBusiness ? [404] : []),
    ...(method === 'GET' ? [] : [409]),
    ...(hasBody ? [413, 415] : []),
    ...(params || query || hasBody ? [422] : []),
    429,
    500,
    503,
  ]
}
