import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DocumentKind } from '#contract/tax-documents/tax-documents.ts'
import { withClient } from '../../platform/db/connections.ts'
import { aCard, aCustomer, issue, testEntity } from '../../testing/features/test-tax-documents.ts'
import { testApp } from '../../testing/test-app.ts'
import { issueDocument } from './issuing.service.ts'

let now = new Date('2026-11-01T08:00:00Z')
const it = await testApp({ now: () => now, env: { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' } })
const { deps } = it
const { businessId } = await it.newBusiness()

/** Each test has an entity with series of its own. */
const withDigit = (eight: string) =>
  [...'0123456789'].map((digit) => eight + digit).find((number) => isRight(number)) as string
function isRight(number: string) {
  const digits = [...number].map((digit, i) => Number(digit) * (i % 2 ? 2 : 1)).map((n) => (n > 9 ? n - 9 : n))
  return digits.reduce((sum, n) => sum + n, 0) % 10 === 0
}
let entities = 0
const freshEntity = (dealer: 'company' | 'licensed' | 'exempt' = 'company') => {
  entities++
  return testEntity(deps, dealer, withDigit(`51${String(700_000 + entities).padStart(6, '0')}`))
}
beforeEach(async () => {
  now = new Date('2026-11-01T08:00:00Z')
  await freshEntity()
})

const numbersOf = async (kind: DocumentKind) => {
  const { rows } = await sql<{ number: number }>`select d.number from tax_documents d
    join legal_entities e on e.id = d.entity_id where e.is_current and d.kind = ${kind} order by 1`.execute(
    deps.workerDb,
  )
  return rows.map(({ number }) => number)
}
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)
/** The error of the caller, or of a field of its request. */
const refused = (code: string) => (code.startsWith('tax_') ? { details: { issues: [{ message: code }] } } : { code })

describe('running numbers', () => {
  test('each kind has its own series, which begins with 1', async () => {
    const kinds = ['305', '305', '300', '305', '300'] as const
    const numbers = []
    for (const kind of kinds) numbers.push((await issue(deps, { businessId, kind })).number)
    expect(numbers).toEqual([1, 2, 1, 3, 2])
  })

  test('another legal entity has series of its own', async () => {
    await issue(deps, { businessId })
    await freshEntity('licensed')
    expect((await issue(deps, { businessId })).number).toBe(1)
  })

  test('twenty at once, some of them rolled back and some of their connections killed, leave no gap', async () => {
    const outcomes = await Promise.allSettled(
      upTo(20).map((i) =>
        deps.workerDb.transaction().execute(async (tx) => {
          const { number } = await issueDocument(tx, now, {
            ...{ businessId, kind: '305', customer: aCustomer, idempotencyKey: randomUUID() },
            lines: [{ description: 'Plan', quantity: i, unitPriceAgorot: 100 }],
          })
          if (i % 4 === 0) throw new Error('rolled back')
          if (i % 5 === 0) await killBackend(await backendOf(tx))
          return number
        }),
      ),
    )
    const issued = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    // 4, 8, 12, 16 and 20 are rolled back; 5, 10 and 15 are killed.
    expect(issued).toHaveLength(12)
    expect(issued.toSorted((one, other) => one - other)).toEqual(upTo(12))
    expect(await numbersOf('305')).toEqual(upTo(12))
  })

  test('any sequence of kinds, failures and repeated keys leaves series without gaps', async () => {
    const step = fc.record({
      kind: fc.constantFrom<DocumentKind>('300', '305', '320', '400'),
      key: fc.integer({ min: 1, max: 6 }).map(String),
      ends: fc.constantFrom('commit', 'commit', 'rollback'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await freshEntity()
        const expected = new Map<DocumentKind, Set<string>>()
        await Promise.all(
          steps.map(({ kind, key, ends }) =>
            deps.workerDb
              .transaction()
              .execute(async (tx) => {
                const total = kind === '320' ? 118 : 100
                await issueDocument(tx, now, {
                  ...{ businessId, kind, customer: aCustomer, idempotencyKey: key },
                  lines: [{ description: 'Plan', quantity: 1, unitPriceAgorot: 100 }],
                  ...(kind === '320' || kind === '400' ? { payment: aCard(total) } : {}),
                })
                if (ends === 'rollback') throw new Error('rolled back')
              })
              .then(
                () => expected.set(kind, (expected.get(kind) ?? new Set()).add(key)),
                (error: Error) => expect(error.message).toBe('rolled back'),
              ),
          ),
        )
        for (const kind of ['300', '305', '320', '400'] as const)
          expect([kind, await numbersOf(kind)]).toEqual([kind, upTo(expected.get(kind)?.size ?? 0)])
      }),
      { numRuns: 15 },
    )
  })

  test('a second request with a key gets the first document; the key is not used for another', async () => {
    const lines = [{ description: 'Plan', quantity: 1, unitPriceAgorot: 5_000 }]
    const first = await issue(deps, { businessId, idempotencyKey: 'november', lines })
    const again = await issue(deps, { businessId, idempotencyKey: 'november', lines })
    expect([again.id, again.number]).toEqual([first.id, first.number])
    const other = [{ description: 'Plan', quantity: 2, unitPriceAgorot: 5_000 }]
    await expect(issue(deps, { businessId, idempotencyKey: 'november', lines: other })).rejects.toMatchObject(
      refused('idempotency_key_reused'),
    )
    expect(await numbersOf('305')).toEqual([1])
  })

  test('a clock that was set back issues nothing before the last document', async () => {
    await issue(deps, { businessId })
    now = new Date('2026-10-31T08:00:00Z')
    expect((await issue(deps, { businessId })).issuedOn).toBe('2026-11-01')
  })
})

describe('an issued document', () => {
  test.each(['tax_documents', 'tax_document_allocations', 'tax_document_files'])(
    'is not changed or deleted by any role: %s',
    async (table) => {
      await issue(deps, { businessId })
      for (const statement of [
        `update ${table} set business_id = business_id`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await withClient(it.urls.adminUrl, (admin) =>
          expect(admin.query(statement)).rejects.toThrow('A tax document is never changed'),
        )
        await withClient(it.urls.workerUrl, (worker) =>
          expect(worker.query(statement)).rejects.toThrow(/never changed|permission denied|must be owner/),
        )
      }
    },
  )

  test('is corrected by credits, which are together never above it', async () => {
    const lines = (unitPriceAgorot: number) => [{ description: 'Plan', quantity: 1, unitPriceAgorot }]
    const invoice = await issue(deps, { businessId, lines: lines(75) })
    expect([invoice.net, invoice.vat, invoice.total]).toEqual([75, 14, 89])
    const credit = (agorot: number) =>
      issue(deps, { businessId, kind: '330', creditOf: invoice.id, lines: lines(agorot) })
    const parts = [await credit(25), await credit(25)]
    await expect(credit(26)).rejects.toMatchObject(refused('tax_credit_too_high'))
    parts.push(await credit(25))
    // Each third has 4.5 agorot of VAT; together they have those of the invoice.
    expect(parts.map(({ vat, total }) => [vat, total])).toEqual([
      [5, 30],
      [5, 30],
      [4, 29],
    ])
    await expect(credit(1)).rejects.toMatchObject(refused('tax_credit_too_high'))
  })

  test('two credits at once are not together above it', async () => {
    const invoice = await issue(deps, { businessId })
    const lines = [{ description: 'Back', quantity: 1, unitPriceAgorot: 6_000 }]
    const both = await Promise.allSettled(
      [1, 2].map(() => issue(deps, { businessId, kind: '330', creditOf: invoice.id, lines })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a credit has the rate of VAT and the customer of its original', async () => {
    now = new Date('2024-12-31T10:00:00Z')
    const customer = { ...aCustomer, name: 'As it was' }
    const invoice = await issue(deps, { businessId, customer })
    now = new Date('2025-01-02T10:00:00Z')
    const credit = await issue(deps, { businessId, kind: '330', creditOf: invoice.id })
    expect([credit.vatRate, credit.vat, credit.content.customer.name]).toEqual([1_700, 1_700, 'As it was'])
    expect(credit.content.about).toEqual({ kind: '305', number: 1, issuedOn: '2024-12-31' })
  })
})

describe('refused', () => {
  test.each([['without a legal entity of the operator', 'tax_entity_missing']])('%s', async (_, code) => {
    await withClient(it.urls.adminUrl, (admin) => admin.query('update legal_entities set is_current = false'))
    await expect(issue(deps, { businessId })).rejects.toMatchObject(refused(code))
  })

  test.each([
    ['a receipt without its payment', { kind: '400' }, 'tax_payment_refused'],
    ['a receipt of another amount', { kind: '400', payment: aCard(9_999) }, 'tax_payment_refused'],
    ['an invoice and receipt paid without its VAT', { kind: '320', payment: aCard(10_000) }, 'tax_payment_refused'],
    ['a payment on an invoice', { payment: aCard(11_800) }, 'tax_payment_refused'],
    ['a credit of nothing', { kind: '330' }, 'tax_reference_refused'],
    ['a credit of an unknown document', { kind: '330', creditOf: randomUUID() }, 'tax_reference_refused'],
    ['an invoice that credits', { creditOf: randomUUID() }, 'tax_reference_refused'],
    ['an amount of zero', { lines: [{ description: 'Free', quantity: 1, unitPriceAgorot: 0 }] }, 'tax_amount_refused'],
    ['a negative amount', { lines: [{ description: 'Off', quantity: 1, unitPriceAgorot: -1 }] }, 'tax_amount_refused'],
    [
      'an amount that is too high',
      { lines: [{ description: 'All', quantity: 1_000_000_000, unitPriceAgorot: 100_000_000_000 }] },
      'tax_amount_refused',
    ],
    ['a wrong check digit', { customer: { ...aCustomer, number: '520000471' } }, 'invalid_input'],
    ['half an agora', { lines: [{ description: 'Half', quantity: 1, unitPriceAgorot: 0.5 }] }, 'invalid_input'],
    ['no lines', { lines: [] }, 'invalid_input'],
  ] as const)('%s', async (_, given, code) => {
    await expect(issue(deps, { businessId, ...(given as object) })).rejects.toMatchObject(refused(code))
    expect(await numbersOf('305')).toEqual([])
  })

  test('a document of another business as the original', async () => {
    const other = await it.newBusiness()
    const theirs = await issue(deps, { businessId: other.businessId })
    await expect(issue(deps, { businessId, kind: '330', creditOf: theirs.id })).rejects.toMatchObject(
      refused('tax_reference_refused'),
    )
  })

  test.each(['305', '320', '330'] as const)('%s of an exempt dealer', async (kind) => {
    await freshEntity('exempt')
    await expect(issue(deps, { businessId, kind })).rejects.toMatchObject(refused('tax_kind_refused'))
  })
})

const backendOf = async (tx: typeof deps.workerDb) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid as number
}
const killBackend = (pid: number) =>
  withClient(it.urls.adminUrl, (admin) => admin.query('select pg_terminate_backend($1)', [pid]))
