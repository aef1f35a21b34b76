import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { z } from 'zod'
import type { Route } from '#contract/route.ts'
import { AppError, type Issue } from './errors.ts'
import { webFormOf } from './fields.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The unparsed body. */
    rawBody: string | undefined
  }
}

/** Zod's issue codes as keys of errors.json; custom messages of shapes are keys already. */
const keys: Partial<Record<z.core.$ZodIssue['code'], string>> = {
  invalid_type: 'invalid_type',
  invalid_value: 'invalid_value',
  invalid_format: 'invalid_value',
}

const toIssues = (issue: z.core.$ZodIssue): Issue[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => ({ path: [...issue.path, name].join('.'), message: 'unknown_field' }))
  const limit = 'minimum' in issue ? issue.minimum : 'maximum' in issue ? issue.maximum : undefined
  const isOwnWords = /^[a-z_]+$/.test(issue.message)
  const isMissing = issue.code === 'invalid_type' && /received undefined/.test(issue.message)
  return [
    {
      path: issue.path.join('.'),
      message: isOwnWords ? issue.message : isMissing ? 'required' : (keys[issue.code] ?? 'invalid_value'),
      values: { limit: String(limit ?? '') },
    },
  ]
}

/** 422 with a field path for each issue. */
export function parse<T>(shape: z.ZodType<T>, value: unknown): T {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  throw new AppError('invalid_input', { issues: issuesOf(result.error) })
}
export const issuesOf = ({ issues }: z.ZodError): Issue[] => issues.flatMap(toIssues)

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (value: unknown) => {
    try {
      // Without a body, Fastify passes null.
      return { value: parse(schema, value ?? undefined) }
    } catch (error) {
      return { error: error as Error }
    }
  }

/** Validates replies: drops unknown fields; a wrong field is a 500 in the log. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (value) =>
    JSON.stringify(schema.parse(value))

/**
 * Parses JSON and keeps the text; an empty body counts as none. Web forms are accepted only on routes for API keys, because
 * any page can post a form to any site, and so sign a visitor in to another account.
 */
export function readBodies(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, text: string, done) => {
    request.rawBody = text
    if (text === '') done(null, undefined)
    else parseJson(request, text, done)
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request: FastifyRequest, text: string, done) => {
      const { route } = request.routeOptions.config as { route?: Pick<Route, 'scope'> }
      if (!route?.scope) return done(new AppError('unsupported_media'))
      request.rawBody = text
      done(null, webFormOf(text))
    },
  )
}
