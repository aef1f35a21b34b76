/** Whether a host name or address is a loopback one. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  return name === '::1' || /^(.+\.)?localhost$/.test(name) || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(name)
}
