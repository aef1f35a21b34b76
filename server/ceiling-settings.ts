import { z } from 'zod'

/** An integer setting; 0 means none. */
export const count = (standard: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(10_000_000, 'must be 10000000 or less')
    .default(standard)

export const ceilingVariables = {
  SMS_PER_DAY: count(1000),
  SMS_PER_DAY_FOR_CODES: count(200),
  SMS_PER_BUSINESS: count(200),
  SMS_PER_ACCOUNT: count(300),
  MAILS_PER_DAY: count(5000),
  MAILS_PER_DAY_FOR_CODES: count(1000),
  MAILS_PER_BUSINESS: count(500),
  MAILS_PER_ACCOUNT: count(600),
  OUTSIDE_MINUTES_PER_DAY: count(3000),
  OUTSIDE_MINUTES_PER_BUSINESS: count(300),
  TEST_CALLS_PER_HOUR: count(20),
  TEST_CALLS_PER_DAY: count(60),
  BUSINESSES_PER_DAY: count(3),
  BUSINESSES_PER_ACCOUNT: count(20),
}
type Variables = { [name in keyof typeof ceilingVariables]: number }

/** The share for codes is part of the daily total. */
export function checkShares(env: Variables, context: z.RefinementCtx) {
  for (const [whole, part] of [
    ['SMS_PER_DAY', 'SMS_PER_DAY_FOR_CODES'],
    ['MAILS_PER_DAY', 'MAILS_PER_DAY_FOR_CODES'],
  ] as const) {
    if (env[part] > env[whole])
      context.addIssue({ code: 'custom', path: [part], message: `must not be more than ${whole}` })
  }
}

/** Ceilings of what costs the operator money: messages and minutes a day, test calls, businesses. */
export const ceilingsOf = (env: Variables) => ({
  sms: {
    installation: env.SMS_PER_DAY,
    forCodes: env.SMS_PER_DAY_FOR_CODES,
    business: env.SMS_PER_BUSINESS,
    account: env.SMS_PER_ACCOUNT,
  },
  mail: {
    installation: env.MAILS_PER_DAY,
    forCodes: env.MAILS_PER_DAY_FOR_CODES,
    business: env.MAILS_PER_BUSINESS,
    account: env.MAILS_PER_ACCOUNT,
  },
  outsideMinutes: { installation: env.OUTSIDE_MINUTES_PER_DAY, business: env.OUTSIDE_MINUTES_PER_BUSINESS },
  testCalls: { hour: env.TEST_CALLS_PER_HOUR, day: env.TEST_CALLS_PER_DAY },
  businesses: { day: env.BUSINESSES_PER_DAY, inAll: env.BUSINESSES_PER_ACCOUNT },
})
