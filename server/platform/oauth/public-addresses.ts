import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IPv4 networks outside the internet (IANA's special-purpose registry), a cloud's metadata service included. */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
/** Of IPv6, only global unicast is the internet, but for Teredo, documentation and 6to4, which may contain any IPv4. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Whether an IP address is on the internet, and not of the server's own network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !inside.check(address, 'ipv4')
  return isIP(address) === 6 && global.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/** Addresses at which clouds give out secrets of their machines: link-local ones, and those of single clouds. */
const metadata = new BlockList()
metadata.addSubnet('169.254.0.0', 16, 'ipv4')
metadata.addAddress('100.100.100.200', 'ipv4')
metadata.addSubnet('fe80::', 10, 'ipv6')
metadata.addAddress('fd00:ec2::254', 'ipv6')
export const isMetadataAddress = (address: string) => metadata.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The name or address of a request is not on the internet. */
export class NotPublic extends Error {}

type Resolve = (host: string, options: LookupOptions, done: Found) => void
type Found = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void
/**
 * Resolves a name for a connection and refuses it if one of its addresses is not fine. The connection uses the address
 * that was checked, so a name that changes in between (DNS rebinding) does not pass.
 */
export const checkedLookup =
  (isFine: (address: string) => boolean, resolve: Resolve = lookup as Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error) return done(error, '')
      if (!first || found.some(({ address }) => !isFine(address)))
        return done(new NotPublic(`${host} is not on the internet`), '')
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })

export const publicLookup = (resolve?: Resolve) => checkedLookup(isPublicAddress, resolve)
