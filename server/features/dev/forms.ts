import type { FastifyInstance } from 'fastify'

/** Reads bodies of HTML forms as objects of texts. */
export function readForms(scope: FastifyInstance) {
  const type = 'application/x-www-form-urlencoded'
  scope.removeContentTypeParser(type)
  scope.addContentTypeParser(type, { parseAs: 'string' }, (_, text: string, done) =>
    done(null, Object.fromEntries(new URLSearchParams(text))),
  )
}
