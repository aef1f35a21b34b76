import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import type { Tenants } from '../db/tenants.ts'
import { AppError } from '../http/errors.ts'
import { seal, unseal } from '../sealed.ts'
import type { Redirect } from './code-flow.ts'

type RedirectDeps = {
  tenants: Pick<Tenants, 'pool'>
  env: { secretKey: string }
  now: () => Date
  onError: (error: unknown) => void
}
type Flow<A> = {
  newRedirect: () => Redirect
  urlFor: (redirect: Redirect) => Promise<string>
  exchange: (query: string, redirect: Redirect) => Promise<A>
}
type RedirectKind<K> = {
  /** Part of the key of sealed verifiers: the return of a redirect of another purpose is refused. It never changes. */
  purpose: string
  minutes: number
  /** State kept until the redirect returns. */
  kept: z.ZodType<K>
  /** `start`: the issuer cannot be reached; `finish`: its answer does not belong to a redirect of this tab. */
  failures: { start: ErrorCode; finish: ErrorCode }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Redirects to an issuer: state and ticket are stored as hashes, the PKCE verifier sealed. */
export function openRedirects<A, K>(
  { tenants: { pool }, env: { secretKey }, now, onError }: RedirectDeps,
  flow: Flow<A>,
  { purpose, minutes, kept: shape, failures }: RedirectKind<K>,
) {
  const failed = (code: ErrorCode) => (error: unknown) => {
    onError(error)
    throw new AppError(code)
  }

  return {
    /** The address of the issuer's page, and a ticket that binds the redirect to this tab. */
    async start(kept: K) {
      const [redirect, ticket] = [flow.newRedirect(), randomBytes(32).toString('base64url')]
      const url = await flow.urlFor(redirect).catch(failed(failures.start))
      const { state, nonce, verifier } = redirect
      await pool
        .insertInto('oauth_redirects')
        .values({
          state_hash: hashOf(state),
          ticket_hash: hashOf(ticket),
          nonce,
          verifier: seal(secretKey, { purpose, place: state }, verifier),
          kept: JSON.stringify(kept),
          expires_at: new Date(now().getTime() + minutes * 60_000).toISOString(),
        })
        .execute()
      return { url, ticket }
    },

    /** Accepts the return of the same tab, once: of two concurrent returns one gets the answer. */
    async finish({ ticket, query }: { ticket: string; query: string }): Promise<{ answer: A; kept: K }> {
      const state = new URLSearchParams(query).get('state') ?? ''
      const found = await pool
        .deleteFrom('oauth_redirects')
        .where('state_hash', '=', hashOf(state))
        .where('ticket_hash', '=', hashOf(ticket))
        .where('expires_at', '>', now().toISOString())
        .returning(['nonce', 'verifier', 'kept'])
        .executeTakeFirst()
      if (!found) throw new AppError(failures.finish)
      const returned = async () => {
        const verifier = unseal(secretKey, { purpose, place: state }, found.verifier)
        const kept = shape.parse(found.kept)
        return { answer: await flow.exchange(query, { state, nonce: found.nonce, verifier }), kept }
      }
      return returned().catch(failed(failures.finish))
    },
  }
}
