import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/constants.ts'
import type { FoundForm } from './forms.queries.ts'

export type Query = Record<string, string | undefined>

/** The requested language, else the browser’s first that the form has, else the form’s first. */
export function languageFor(
  { languages }: Pick<FoundForm, 'languages'>,
  { query, headers }: { query: Query; headers: FastifyRequest['headers'] },
): Language {
  const browser = (headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  const wanted = [query.lang, ...browser].find((one) => languages.some((known) => known === one))
  return (wanted as Language | undefined) ?? languages[0] ?? 'he'
}

type PathOptions = { language: Language; isEmbedded: boolean } & Record<string, unknown>
/** Path of a form: language, embedded or not, and carried values. */
export const addressOf = (
  { key }: Pick<FoundForm, 'key'>,
  { language, isEmbedded, ...carried }: PathOptions,
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
 * Content security policy of a form page: it may load our style, font and images and be submitted. Allowed sites may
 * embed it; only then it has a script. Browsers check `form-action` against redirects, too.
 */
export function policyOf(form?: Pick<FoundForm, 'allowed_origins' | 'redirect_url'>, query: Query = {}): string {
  const ancestors = form?.allowed_origins.length ? `'self' ${form.allowed_origins.join(' ')}` : "'none'"
  return [
    "default-src 'none'",
    ...["style-src 'self'", "font-src 'self'", "img-src 'self'"],
    ...(query.embed === '1' ? ["script-src 'self'"] : []),
    `form-action 'self'${form?.redirect_url ? ' https: http:' : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}
