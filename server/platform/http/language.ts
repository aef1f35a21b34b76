import type { FastifyRequest } from 'fastify'
import { type Language, languages } from '#contract/constants.ts'

/** The first language of `accept-language` that the product speaks, else Hebrew (specification, section 7). */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>, otherwise: Language = languages[0]): Language {
  for (const wanted of (headers['accept-language'] ?? '').split(',')) {
    const language = languages.find((known) => wanted.trim().toLowerCase().startsWith(known))
    if (language) return language
  }
  return otherwise
}
