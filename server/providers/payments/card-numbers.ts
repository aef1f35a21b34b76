import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Thirteen to nineteen digits with a card's check digit: a card number in a field that is not for one. */
export function holdsCardNumber(text: string): boolean {
  return (text.match(/\d(?:[ -]?\d){12,18}/g) ?? []).some((found) => isLuhn(found.replaceAll(/\D/g, '')))
}
function isLuhn(digits: string) {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const weighed = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}

/** Without recursion: a body may be nested as deep as its size allows. */
function holdsCard(body: unknown): boolean {
  const values = [body]
  for (const value of values) {
    if (typeof value === 'string' && !UUID.test(value) && holdsCardNumber(value)) return true
    if (typeof value === 'number' && holdsCardNumber(String(value))) return true
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) values.push(inner)
  }
  return false
}

/** Mounts routes that refuse a body with a card number anywhere, before it is parsed, stored or logged. */
export function withoutCardNumbers(app: FastifyInstance, mount: (routes: FastifyInstance) => void) {
  app.register(async (routes) => {
    routes.addHook('preValidation', async ({ body }) => {
      if (holdsCard(body)) throw new AppError('card_number_refused')
    })
    mount(routes)
  })
}
