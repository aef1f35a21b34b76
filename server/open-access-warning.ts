import type { Env } from './env.ts'

type ExposureSettings = Pick<Env, 'demo' | 'devPages' | 'isDemoAsked' | 'isLocalUrl' | 'host' | 'publicUrl'>

/** A log line for the operator: what this installation opens without a secret, and the settings that cause it. */
export function openAccessWarning({
  demo,
  devPages,
  isDemoAsked,
  isLocalUrl,
  host,
  publicUrl,
}: ExposureSettings): string | undefined {
  const address = `PUBLIC_URL=${publicUrl}`
  if (isDemoAsked && !isLocalUrl)
    return `Warning: DEMO=1 opens neither the demo nor the pages below /dev, because ${address} is not this machine. Remove DEMO, or read kept messages with: npm run admin -- messages`
  if (!isLocalUrl || !devPages) return undefined
  const what = demo
    ? 'demo people sign in with a known password, and the pages below /dev show all mail and SMS'
    : 'the pages below /dev show all mail and SMS'
  return `Warning: ${what}, to every request that seems to come from this machine (DEMO=${Number(demo)}, HOST=${host}, ${address}). A proxy on this machine that adds no forwarding headers opens them to everybody: set PUBLIC_URL to its address.`
}
