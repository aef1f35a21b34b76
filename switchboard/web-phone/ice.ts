import { networkInterfaces } from 'node:os'
import type { PeerConfig } from 'werift'
import type { PortRange } from '../rtp/socket.ts'

export type IceConfig = {
  /** Address at which browsers reach the exchange; 127.0.0.1 excludes other machines. */
  host: string
  ports: PortRange
  /** Further candidate addresses: the host's address seen from inside a container, or the public one behind NAT. */
  additionalHosts: readonly string[]
  /** Whether the next audio packet is to be lost, in either direction: a fault that a test may inject. */
  loses?: () => boolean
}

type IceSettings = Pick<
  PeerConfig,
  | 'iceServers'
  | 'icePortRange'
  | 'iceUseIpv6'
  | 'iceUseTcp'
  | 'iceAdditionalHostAddresses'
  | 'iceInterfaceAddresses'
  | 'iceFilterStunResponse'
>

/**
 * Returns the ICE settings. On loopback, only 127.0.0.1 is offered to a browser of the same machine. Only Linux allows
 * a socket that is bound to another address to send there; on other systems, all addresses are offered, and other
 * machines get no reply.
 */
export function iceSettings({ host, ports, additionalHosts }: IceConfig, platform = process.platform): IceSettings {
  const common: IceSettings = {
    iceServers: [],
    icePortRange: [ports[0], ports[1]],
    iceUseIpv6: false,
    iceUseTcp: false,
    iceAdditionalHostAddresses: [...additionalHosts],
    iceInterfaceAddresses: undefined,
    iceFilterStunResponse: undefined,
  }
  if (!host.startsWith('127.')) return common
  const named = { ...common, iceAdditionalHostAddresses: [host, ...additionalHosts] }
  if (additionalHosts.length > 0) return named
  if (platform === 'linux') return { ...named, iceInterfaceAddresses: { udp4: host } }
  return { ...named, iceFilterStunResponse: (_, [address]) => isOwn(address) }
}

function isOwn(address: string): boolean {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return address.startsWith('127.') || all.some((own) => own.address === address)
}
