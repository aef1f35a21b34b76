import { API_KEY, campaign } from './world.ts'

const names = ['כהן', 'לוי', 'מזרחי', 'Levi', 'Katz', 'אברהם', 'Haddad']
const random = (digits: number) =>
  Math.random()
    .toString()
    .slice(2, 2 + digits)
    .padEnd(digits, '7')

export const newName = () => `דנה ${names[Math.floor(Math.random() * names.length)]} ${random(3)}`
export const newLead = () =>
  JSON.stringify({
    name: newName(),
    phone: `+9725${random(8)}`,
    email: `u${random(12)}@example.test`,
    campaignId: campaign,
    utm_source: 'google',
    utm_medium: 'cpc',
    gclid: `g${random(16)}`,
  })

export const post = {
  method: 'POST' as const,
  path: '/api/lead',
  headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
}
