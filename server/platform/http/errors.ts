import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#contract/common.ts'
import type { Language } from '#contract/constants.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { isOutage, wordsOfGivenUp } from '../db/outage.ts'
import { hasText, translate } from '../texts.ts'
import { bearerOf, isApiKey } from './client.ts'
import { logFailure } from './failures.ts'
import { languageOf } from './language.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'

/** A field that was refused; `message` is a key of locales/<language>/errors.json. */
export type Issue = {
  path: string
  message: string
  /** Values of the text; a function if they depend on the language. */
  values?: Record<string, unknown> | ((language: Language) => Record<string, unknown>)
}
type Details = {
  issues?: Issue[]
  /** Values of the code's text, such as a limit. */
  values?: Record<string, unknown>
  /** Seconds, for the header Retry-After. */
  retryAfter?: number
}

/** The only error thrown on purpose; its code determines the status and is the key of the text. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details
  constructor(code: ErrorCode, details: Details = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

/** An error about one field, for rules that a service checks. */
export const invalidInput = (path: string, message: string) =>
  new AppError('invalid_input', { issues: [{ path, message }] })

/** Replies to every error with the code's text in the caller's language (for API keys English unless they ask otherwise), without internals. */
export function onError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  const known = knownError(error)
  if (errorStatus[known.code] >= 500 || isUnstorable(error)) logFailure(request, error)
  // Developers of integrations get English messages by default.
  const language = languageOf(request, isApiKey(bearerOf(request)) ? 'en' : undefined)
  const { issues, values, retryAfter } = known.details
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))
  const body: Failure = {
    success: false,
    code: known.code,
    message: translate(language, 'errors', known.code, values),
    ...(errorStatus[known.code] >= 500 && { requestId: request.id }),
    ...(issues && {
      issues: issues.map(({ path, message, values }) => ({ path, message: issueText(language, message, values) })),
    }),
  }
  // The header is set here, too, because a request that fails before routing does not reach the hook.
  reply.header(REQUEST_ID_HEADER, request.id)
  return reply.code(errorStatus[known.code]).type('application/json').send(body)
}

/** Seconds after which a client may try again when the database is away: about as long as a restart takes. */
const RETRY_AFTER_OUTAGE = 5
/** The delay after a statement was aborted: by then the conflicting statement has finished. */
const RETRY_AFTER_GIVEN_UP = 1

/** Maps any thrown error to one of the contract's errors. */
export function knownError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  if (isOutage(error)) return new AppError('database_unavailable', { retryAfter: RETRY_AFTER_OUTAGE })
  if (wordsOfGivenUp(error)) return new AppError('busy', { retryAfter: RETRY_AFTER_GIVEN_UP })
  return new AppError(codeOf(error))
}

/** The text of a refused field. */
export const issueText = (language: Language, key: string, values?: Issue['values']) =>
  translate(
    language,
    'errors',
    hasText('errors', key) ? key : 'invalid_value',
    typeof values === 'function' ? values(language) : values,
  )

/** Text that PostgreSQL cannot store or parse; a shape should have refused it. */
const isUnstorable = ({ code }: { code?: unknown }) => ['22021', '22P02', '22P05'].includes(String(code))

/** The code of errors of Fastify and PostgreSQL. */
function codeOf({ code, statusCode }: FastifyError): ErrorCode {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body_too_large'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'unsupported_media'
  if (isUnstorable({ code })) return 'invalid_input'
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return 'not_found'
  if (statusCode === 400) return 'invalid_json'
  if (statusCode === 404) return 'not_found'
  if (statusCode === 429) return 'too_many_requests'
  return statusCode && statusCode < 500 ? 'invalid_input' : 'internal'
}
