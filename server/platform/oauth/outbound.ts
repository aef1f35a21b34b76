import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { checkedLookup, isMetadataAddress, isPublicAddress, NotPublic } from './public-addresses.ts'

type Target = { host: string; port: number }
export type OutboundRules = {
  /** Hosts that the operator allows although their addresses are private (OUTBOUND_ALLOW). */
  allowed: readonly string[]
  /** Ports that are open on every other host. */
  ports: readonly number[]
}

const bare = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, '')
export const isListed = (host: string, allowed: readonly string[]) => allowed.includes(bare(host))

/**
 * The look-up of a connection to a host that a member named. Hosts of the server's own network are refused, unless the
 * operator lists them; the metadata services of clouds always are. The address is checked by the look-up of the connection
 * itself, so a name that changes in between (DNS rebinding) does not pass. Throws NotPublic.
 */
export function guardedLookup({ host, port }: Target, rules: OutboundRules): LookupFunction {
  const name = bare(host)
  const isAllowed = isListed(name, rules.allowed)
  const isFine = (address: string) => !isMetadataAddress(address) && (isAllowed || isPublicAddress(address))
  if (!isAllowed && !rules.ports.includes(port)) throw new NotPublic(`The port ${port} is not open to members`)
  // A literal address is never looked up.
  if (isIP(name) && !isFine(name)) throw new NotPublic(`${name} is not on the internet`)
  return checkedLookup(isFine)
}

/** Connects to a host that a member named, as guardedLookup allows. */
export async function connectOutbound(
  { host, port }: Target,
  rules: OutboundRules,
  timeoutMs: number,
): Promise<Socket> {
  const lookup = guardedLookup({ host, port }, rules)
  return opened(connect({ host: bare(host), port, lookup }), timeoutMs)
}

function opened(socket: Socket, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error('The connection timed out')), timeoutMs)
    const settle = (act: () => void) => {
      clearTimeout(timer)
      socket.removeAllListeners('connect').removeAllListeners('error')
      act()
    }
    socket.once('connect', () => settle(() => resolve(socket)))
    socket.once('error', (error) => settle(() => reject(error)))
  })
}
