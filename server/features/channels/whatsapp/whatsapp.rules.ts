import type { WhatsAppSettings } from './whatsapp.queries.ts'

/** When a token ends, and when it is renewed: after two thirds of its time. */
export function termOf(expiresAt: Date | null, now: Date): Pick<WhatsAppSettings, 'expiresAt' | 'renewAt'> {
  if (!expiresAt) return { expiresAt: null, renewAt: null }
  const renewAt = new Date(now.getTime() + (expiresAt.getTime() - now.getTime()) * (2 / 3))
  return { expiresAt: expiresAt.toISOString(), renewAt: renewAt.toISOString() }
}
