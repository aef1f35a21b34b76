import { expect, test } from 'vitest'
import type { DocumentKind } from '#contract/tax-documents/tax-documents.ts'
import { aCard, aCustomer, DEALER_NUMBER, issue, testEntity } from '../../testing/features/test-tax-documents.ts'
import { testApp } from '../../testing/test-app.ts'
import type { Issued } from './issuing.service.ts'
import type { DealerKind } from './tax.rules.ts'

const it = await testApp({ env: { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' } })
const { deps } = it
const home = await it.newBusiness()
const foreign = await it.newBusiness()
await deps.workerDb
  .insertInto('tax_customers')
  .values({ business_id: foreign.businessId, zero_rate_reason: 'תושב חוץ, סעיף 30(א)(5)' })
  .execute()

/** `2 × 19.90`: quantity and unit price in shekels. */
type Row = {
  on: string
  kind: DocumentKind
  lines: [quantity: number, agorot: number][]
  /** Net, VAT and total in agorot, and whether an allocation number is needed, counted by hand. */
  is: [net: number, vat: number, total: number, needsAllocation?: true]
  who?: 'dealer' | 'foreign'
  of?: number
}
const D = 'dealer' as const
const F = 'foreign' as const

/** In the order in which they are issued; `of` is the place of the credited one. */
const company: Row[] = [
  // 17 %
  { on: '2024-05-04', kind: '305', lines: [[1, 2_500_001]], is: [2_500_001, 425_000, 2_925_001], who: D }, // 425,000.17
  { on: '2024-05-05', kind: '305', lines: [[1, 2_500_000]], is: [2_500_000, 425_000, 2_925_000], who: D },
  { on: '2024-05-05', kind: '305', lines: [[1, 2_500_001]], is: [2_500_001, 425_000, 2_925_001, true], who: D },
  { on: '2024-06-30', kind: '305', lines: [[1, 50]], is: [50, 9, 59] }, // 8.5 → 9
  { on: '2024-06-30', kind: '305', lines: [[1, 150]], is: [150, 26, 176] }, // 25.5 → 26
  { on: '2024-07-01', kind: '305', lines: [[3, 50]], is: [150, 26, 176] }, // on the total: 25.5, not 3 × 9
  { on: '2024-07-01', kind: '320', lines: [[1, 69_000]], is: [69_000, 11_730, 80_730] },
  { on: '2024-12-31', kind: '305', lines: [[1, 69_000]], is: [69_000, 11_730, 80_730] },
  { on: '2024-12-31', kind: '300', lines: [[1, 69_000]], is: [69_000, 11_730, 80_730] },
  // 18 %
  { on: '2025-01-01', kind: '305', lines: [[1, 69_000]], is: [69_000, 12_420, 81_420] },
  { on: '2025-01-01', kind: '330', lines: [[1, 69_000]], is: [69_000, 11_730, 80_730], of: 7 }, // the original's 17 %
  { on: '2025-01-01', kind: '305', lines: [[1, 2_000_000]], is: [2_000_000, 360_000, 2_360_000], who: D },
  { on: '2025-01-01', kind: '305', lines: [[1, 2_000_001]], is: [2_000_001, 360_000, 2_360_001, true], who: D }, // 360,000.18
  { on: '2025-02-28', kind: '305', lines: [[1, 25]], is: [25, 5, 30] }, // 4.5 → 5
  { on: '2025-02-28', kind: '305', lines: [[1, 75]], is: [75, 14, 89] }, // 13.5 → 14
  { on: '2025-02-28', kind: '305', lines: [[1, 24]], is: [24, 4, 28] }, // 4.32
  { on: '2025-02-28', kind: '305', lines: [[1, 1]], is: [1, 0, 1] }, // 0.18
  { on: '2025-02-28', kind: '305', lines: [[1, 3]], is: [3, 1, 4] }, // 0.54
  {
    on: '2025-03-31',
    kind: '305',
    lines: [
      [1, 125_000],
      [1_482, 8],
      [3, 1_990],
      [1, -31_250],
    ],
    is: [111_576, 20_084, 131_660],
  }, // 20,083.68
  { on: '2025-03-31', kind: '320', lines: [[1, 77_400]], is: [77_400, 13_932, 91_332] },
  { on: '2025-04-30', kind: '330', lines: [[1, 25]], is: [25, 5, 30], of: 14 }, // a third of 75
  { on: '2025-04-30', kind: '330', lines: [[1, 25]], is: [25, 5, 30], of: 14 },
  { on: '2025-04-30', kind: '330', lines: [[1, 25]], is: [25, 4, 29], of: 14 }, // what is left of 14
  { on: '2025-04-30', kind: '330', lines: [[1, 11_576]], is: [11_576, 2_084, 13_660], of: 18 }, // 2,083.68
  { on: '2025-05-31', kind: '400', lines: [[1, 81_420]], is: [81_420, 0, 81_420] },
  { on: '2025-12-31', kind: '320', lines: [[1, 1_000_001]], is: [1_000_001, 180_000, 1_180_001], who: D }, // 180,000.18
  { on: '2026-01-01', kind: '320', lines: [[1, 1_000_000]], is: [1_000_000, 180_000, 1_180_000], who: D },
  { on: '2026-01-01', kind: '320', lines: [[1, 1_000_001]], is: [1_000_001, 180_000, 1_180_001, true], who: D },
  { on: '2026-05-31', kind: '305', lines: [[1, 650_000]], is: [650_000, 117_000, 767_000], who: D },
  { on: '2026-06-01', kind: '305', lines: [[1, 650_000]], is: [650_000, 117_000, 767_000, true], who: D },
  { on: '2026-06-01', kind: '305', lines: [[1, 650_000]], is: [650_000, 117_000, 767_000] }, // a consumer
  { on: '2026-06-01', kind: '300', lines: [[1, 650_000]], is: [650_000, 117_000, 767_000], who: D },
  { on: '2026-06-30', kind: '330', lines: [[1, 600_000]], is: [600_000, 108_000, 708_000], of: 29 },
  { on: '2026-06-30', kind: '330', lines: [[1, 50_000]], is: [50_000, 9_000, 59_000], of: 29 },
  { on: '2026-09-30', kind: '305', lines: [[1, 650_000]], is: [650_000, 0, 650_000], who: F },
  { on: '2026-09-30', kind: '330', lines: [[1, 150_001]], is: [150_001, 0, 150_001], of: 34, who: F },
  {
    on: '2026-11-01',
    kind: '320',
    lines: [
      [1, 69_000],
      [560, 15],
    ],
    is: [77_400, 13_932, 91_332],
  },
]
const exempt: Row[] = [
  { on: '2026-11-01', kind: '300', lines: [[1, 650_000]], is: [650_000, 0, 650_000], who: D },
  { on: '2026-11-01', kind: '400', lines: [[1, 650_000]], is: [650_000, 0, 650_000], who: D },
  { on: '2026-11-30', kind: '400', lines: [[2, 1_995]], is: [3_990, 0, 3_990] },
]

async function issueAll(dealer: DealerKind, number: string, rows: Row[]) {
  await testEntity(deps, dealer, number)
  const issued: Issued[] = []
  for (const [i, { on, kind, lines, is, who, of }] of rows.entries()) {
    const isReceipt = kind === '320' || kind === '400'
    const document = await issue(
      deps,
      {
        businessId: who === 'foreign' ? foreign.businessId : home.businessId,
        kind,
        ...(kind !== '330' && {
          customer: { ...aCustomer, number: who === 'dealer' ? DEALER_NUMBER : who ? 'DE 811' : '' },
        }),
        lines: lines.map(([quantity, unitPriceAgorot]) => ({ description: `Row ${i}`, quantity, unitPriceAgorot })),
        ...(isReceipt && { payment: aCard(is[2]) }),
        ...(of !== undefined && { creditOf: issued[of]?.id as string }),
      },
      new Date(`${on}T09:00:00Z`),
    )
    issued.push(document)
  }
  return issued
}
const countOf = ({ net, vat, total, needsAllocation }: Issued) => [net, vat, total, ...(needsAllocation ? [true] : [])]

test('forty documents have the totals that were counted by hand', async () => {
  const issued = await issueAll('company', '514599141', company)
  expect(issued.map(countOf)).toEqual(company.map(({ is }) => is))
  expect(issued.map(({ issuedOn }) => issuedOn)).toEqual(company.map(({ on }) => on))
  const [invoice, credit] = issued.filter(({ businessId }) => businessId === foreign.businessId)
  expect([invoice?.vatRate, invoice?.zeroRateReason]).toEqual([0, 'תושב חוץ, סעיף 30(א)(5)'])
  expect([credit?.vatRate, credit?.zeroRateReason]).toEqual([0, 'תושב חוץ, סעיף 30(א)(5)'])
  const ofExempt = await issueAll('exempt', '520000472', exempt)
  expect(ofExempt.map(countOf)).toEqual(exempt.map(({ is }) => is))
  expect(ofExempt.map(({ vatRate }) => vatRate)).toEqual([null, null, null])
  expect(issued.length + ofExempt.length).toBe(40)
})

test('midnight is that of Israel', async () => {
  await testEntity(deps, 'company', '513000000')
  const at = (time: string) => issue(deps, { businessId: home.businessId }, new Date(time))
  // 21:59 UTC is 23:59 in Jerusalem, in winter.
  const [last, first] = [await at('2024-12-31T21:59:59Z'), await at('2024-12-31T22:00:00Z')]
  expect([last.issuedOn, last.vat, first.issuedOn, first.vat]).toEqual(['2024-12-31', 1_700, '2025-01-01', 1_800])
})
