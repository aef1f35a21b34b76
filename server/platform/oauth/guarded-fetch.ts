import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { CustomFetch } from 'openid-client'
import { isLoopback } from '../loopback.ts'

/** Addresses outside the internet (IANA's special-purpose registries), a cloud's metadata service included. */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

const isInside = (address: string) => inside.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

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
  return found.length > 0 && found.every(({ address }) => !isInside(address))
}
