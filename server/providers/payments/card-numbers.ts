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

function holdsCard(value: unknown): boolean {
  if (typeof value === 'string') return !UUID.test(value) && holdsCardNumber(value)
  if (typeof value === 'number') return holdsCardNumber(String(value))
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsCard)
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
