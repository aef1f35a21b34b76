import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '#contract/auth/scopes.ts'
import type { Language } from '#contract/constants.ts'
import type { Route, RouteParsed, RouteReply } from '#contract/route.ts'
import { changing } from '#contract/values/changes.ts'
import { type Caches, noteEvent } from '../caches.ts'
import type { Db } from '../db/db.ts'
import type { EnterLimit } from '../person-limits.ts'
import { type Caller, idOf, type Member, type Person, type Refusal, requireAccess } from './caller.ts'
import { bearerOf, type Client, clientOf, type RefreshCookie, refreshCookie } from './client.ts'
import { AppError, type Issue, invalidInput } from './errors.ts'
import { languageOf } from './language.ts'
import { type ArrivingFile, readUpload, takeUpload } from './uploads.ts'

/** Decorations of the app that every route uses; see app.ts. */
export type Mounting = {
  findCaller: (request: FastifyRequest) => Promise<Person | Caller | null>
  /** Counts the requests of an API client and refuses those over the rate limit. */
  limitCaller: (caller: Person | Caller, reply: FastifyReply) => void
  refusals: readonly Refusal[]
  /** Limits the concurrent heavy requests of a person or API key. */
  enterHeavy: EnterLimit
  scope: (of: { businessId?: string; userId?: string }) => Db
  /** Ends caches before the reply, so that the next request reads what this one wrote. */
  endAfter: Caches['endAfter']
  afterWrite: () => void
}

declare module 'fastify' {
  interface FastifyInstance {
    mounting: Mounting
  }
  interface FastifyRequest {
    caller: Person | Caller | null
  }
}

type Common = {
  /** Scoped to the caller's business and person. */
  db: Db
  language: Language
  client: Client
  cookie: RefreshCookie
  /** The header's token, unverified; for public routes, which have no caller. */
  bearer: string | undefined
  idempotencyKey: string | undefined
  /** The unparsed body. */
  raw: { text: string; contentType: string } | undefined
}
/** Hands the uploaded file to `take` while it arrives. The form may still be refused after that. */
export type TakeFile = <T>(take: (file: ArrivingFile) => Promise<T>) => Promise<T>
/** A handler's context beside its input. */
export type Context<R extends Route> = Common & {
  /** Reads the uploaded file of an upload route, whole or as it arrives; the body is not read before. */
  file: R extends { upload: { isStreamed: true } }
    ? TakeFile
    : R extends { upload: object }
      ? () => Promise<Buffer>
      : undefined
  caller: R['access'] extends 'public'
    ? null
    : R['access'] extends 'user'
      ? Person
      : // Without a scope a route refuses keys.
        R extends { scope: Scope }
        ? Caller
        : Member
}

/** The type of a handler's reply; literals stay literals (`success: true`), so its lists are read-only. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Sent<T[Key]> }
    : T

/** Finds issues that the service's rules find in a body whose shape is invalid, so that one reply lists all issues. */
type FurtherIssues<R extends Route> = (body: unknown, context: Context<R>) => Promise<Issue[]>

/** Mounts one route of the contract: access, then parsing, then `fn`, then the reply's shape. */
export function handle<const R extends Route, const Reply extends Sent<RouteReply<R>>>(
  app: FastifyInstance,
  r: R,
  fn: (input: RouteParsed<R>, context: Context<R>) => Promise<Reply>,
  findIssues?: FurtherIssues<R>,
) {
  app.route({
    method: r.method,
    url: r.path,
    schema: {
      summary: r.summary,
      ...(r.params && { params: r.params }),
      ...(r.query && { querystring: r.query }),
      ...(r.body && { body: r.method === 'PATCH' ? changing(r.body) : r.body }),
      response: { '2xx': r.reply },
    },
    config: { route: r },
    attachValidation: findIssues !== undefined,
    onRequest: async (request, reply) => {
      if (r.access !== 'public') await admit(app, r, request, reply)
    },
    handler: async (request, reply) => {
      const { params, query, body, caller, validationError } = request
      if (validationError) {
        const issues = await findIssues?.(body, contextOf(app, request, reply, r) as Context<R>)
        throw withIssues(validationError, issues ?? [])
      }
      const leave = r.heavy && caller && (await app.mounting.enterHeavy(idOf(caller)))
      const act = () => {
        // Some changes of an account have no event, such as entering the code of a phone.
        if (r.access === 'user') noteEvent('account.changed')
        return fn({ params, query, body } as RouteParsed<R>, contextOf(app, request, reply, r) as Context<R>)
      }
      const isWrite = r.method !== 'GET'
      const result = await (isWrite ? app.mounting.endAfter(act) : act()).finally(() => leave?.())
      if (isWrite) app.mounting.afterWrite()
      return reply.code(r.status?.(result) ?? 200).send(result)
    },
  })
}

/**
 * Adds further issues to a validation error, except for fields that it already reports. Returns other errors unchanged.
 */
function withIssues(error: Error, further: Issue[]): Error {
  if (!(error instanceof AppError)) return error
  const { issues = [] } = error.details
  const more = further.filter(({ path }) => !issues.some((issue) => issue.path === path))
  return new AppError(error.code, { ...error.details, issues: [...issues, ...more] })
}

/** Finds the caller, counts the request and checks access, before the body is read. */
export async function admit(
  app: FastifyInstance,
  route: Parameters<typeof requireAccess>[1],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  request.caller = await app.mounting.findCaller(request)
  if (request.caller) app.mounting.limitCaller(request.caller, reply)
  requireAccess(request.caller, route, app.mounting.refusals)
}

function contextOf(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, route: Route) {
  const { idempotent, upload } = route
  const { caller, headers, rawBody } = request
  const key = headers['idempotency-key']
  const takeFile: TakeFile | undefined = upload && ((take) => takeUpload(request, reply, upload, take))
  const context: Common & { caller: Person | Caller | null; file: TakeFile | (() => Promise<Buffer>) | undefined } = {
    caller,
    file: upload?.isStreamed ? takeFile : upload && (() => readUpload(request, reply, upload)),
    db: app.mounting.scope({
      ...(caller && 'businessId' in caller && { businessId: caller.businessId }),
      ...(caller?.kind === 'person' && { userId: caller.userId }),
    }),
    language: languageOf(request),
    client: clientOf(request),
    cookie: refreshCookie(request, reply),
    bearer: bearerOf(request),
    idempotencyKey: idempotent ? readIdempotencyKey(key) : undefined,
    raw: rawBody === undefined ? undefined : { text: rawBody, contentType: headers['content-type'] ?? '' },
  }
  return context
}

const IDEMPOTENCY_KEY_MAX = 255

function readIdempotencyKey(header: string | string[] | undefined) {
  if (typeof header !== 'string' || header === '') return undefined
  if (header.length > IDEMPOTENCY_KEY_MAX) throw invalidInput('Idempotency-Key', 'too_long')
  return header
}
