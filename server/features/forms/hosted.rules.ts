import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/constants.ts'
import type { FoundForm } from './forms.queries.ts'

export type Query = Record<string, string | undefined>

/** The language asked for, else the first of the browser's that the form speaks, else the form's first. */
export function languageFor(
  { languages }: Pick<FoundForm, 'languages'>,
  { query, headers }: { query: Query; headers: FastifyRequest['headers'] },
): Language {
  const browser = (headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  const wanted = [query.lang, ...browser].find((one) => languages.some((known) => known === one))
  return (wanted as Language | undefined) ?? languages[0] ?? 'he'
}

type Wanted = { language: Language; isEmbedded: boolean } & Record<string, unknown>
/** A form's own path, in a language, in a frame or not, with what it carries along. */
export const addressOf = (
  { key }: Pick<FoundForm, 'key'>,
  { language, isEmbedded, ...carried }: Wanted,
  page: '' | '/thanks' = '',
) => {
  const query = new URLSearchParams({
    lang: language,
    ...(isEmbedded && { embed: '1' }),
    ...(carried as Record<string, string>),
  })
  return `/f/${key}${page}?${query}`
}

/**
 * What a page may do: nothing but show itself and be sent. Sites that the form allows may show it in a frame, which is
 * the one place for a script. Browsers ask `form-action` for where a redirect leads, too.
 */
export function policyOf(form?: Pick<FoundForm, 'allowed_origins' | 'redirect_url'>, query: Query = {}): string {
  const ancestors = form?.allowed_origins.length ? `'self' ${form.allowed_origins.join(' ')}` : "'none'"
  return [
    "default-src 'none'",
    "style-src 'self'",
    ...(query.embed === '1' ? ["script-src 'self'"] : []),
    `form-action 'self'${form?.redirect_url ? ' https: http:' : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}
