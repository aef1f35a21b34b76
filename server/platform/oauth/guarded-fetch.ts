import { lookup } from 'node:dns/promises'
import type { CustomFetch } from 'openid-client'
import { isLoopback } from '../loopback.ts'
import { isPublicAddress } from './public-addresses.ts'

/**
 * Fetches addresses from the issuer's documents, but nothing of the server's own network: only https, without redirects,
 * from hosts with public addresses. The fetch resolves the name again, so this stops mistakes and simple attempts, but not
 * an issuer that changes its DNS in between. An issuer on this machine may name only this machine.
 */
export function guardedFetch(issuer: URL): CustomFetch {
  const isLocal = isLoopback(issuer.hostname)
  return async (address, options) => {
    const url = new URL(address)
    if (isLocal ? !isLoopback(url.hostname) : !(await isPublic(url)))
      throw new Error(`The issuer ${issuer.origin} names ${url.origin}, which is not on the internet`)
    return fetch(url, { ...(options as RequestInit), redirect: 'manual' })
  }
}

async function isPublic({ protocol, hostname }: URL): Promise<boolean> {
  if (protocol !== 'https:') return false
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true })
  return found.length > 0 && found.every(({ address }) => isPublicAddress(address))
}
