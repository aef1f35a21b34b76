import { signAccessToken } from '../server/features/access/access-tokens.ts'

/** Number of leads in the measured business. */
export const LEADS = Number(process.env.LEADS ?? 1_000_000)
export const SECONDS = Number(process.env.SECONDS ?? 3)
export const ROUNDS = Number(process.env.ROUNDS ?? 5)
export const PORT = Number(process.env.PORT ?? 3900)
export const DATA_DIR = `.data-bench-${LEADS}`
export const BASE = `http://127.0.0.1:${PORT}`
export const API = `${BASE}/api`
export const REFERENCE = `http://127.0.0.1:${PORT + 1}`
/** Created by seed.sql; a key without a rate limit. */
export const API_KEY = 'lk_live_bench'

export const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => uuid(from + i))
export const businesses = range(1, 21)
export const campaigns = range(100, 20)
export const statuses = range(200, 8)
/** Members of the first business to whom its leads are assigned. */
export const people = range(300, 8)
export const [business, campaign] = [uuid(1), uuid(100)]
/** A campaign and status that receive nothing, so that their data stays as seeded, however often the rest has run. */
export const [quietCampaign, quietStatus] = [uuid(101), uuid(201)]

/** In seed.sql a business, its Owner and the Owner's session share an id. */
export async function ownerHeaders(secretKey: string, of = business) {
  const token = await signAccessToken(secretKey, { userId: of, sessionId: of }, new Date())
  return { authorization: `Bearer ${token}`, 'x-business-id': of, 'accept-language': 'he' }
}
