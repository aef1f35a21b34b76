import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
/** IPv4 within IPv6, as sockets of both name it. */
const bare = (ip: string) => (/^::ffff:\d+\./i.test(ip) ? ip.slice('::ffff:'.length) : ip)

/** Whether an address is one of these, or in one of these networks (`192.0.2.0/24`). */
export function isAmong(ip: string, allowed: readonly string[]): boolean {
  const list = new BlockList()
  for (const one of allowed) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  const address = bare(ip)
  return isIP(address) !== 0 && list.check(address, familyOf(address))
}
