import { hkdfSync } from 'node:crypto'

const known = new Map<string, Buffer>()

/** Derives a 256-bit key for one purpose from the installation's secret. */
export function derivedKey(secretKey: string, purpose: string): Buffer {
  const name = `${purpose} ${secretKey}`
  const key = known.get(name) ?? Buffer.from(hkdfSync('sha256', secretKey, '', `leadline ${purpose}`, 32))
  known.set(name, key)
  return key
}
