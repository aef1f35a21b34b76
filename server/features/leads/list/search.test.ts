import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { folded } from '#contract/values/name-key.ts'
import { testApp } from '../../../testing/test-app.ts'
import type { TestMember } from '../../../testing/test-business.ts'
import { testLeads } from '../../../testing/test-leads.ts'

const it = await testApp()
const { add, page, names, remove } = testLeads(it)

const leads = {
  he: { name: 'דנה לוי-כהן', phone: '+972541234567' },
  latin: { name: 'Émile O’Brien', email: 'emile.obrien@example.test' },
  cyrillic: { name: 'Иван Иванов', phone: '+972724440043' },
  percent: { name: '100% sure', email: 'percent@example.test' },
  underscore: { name: 'a_b c', email: 'under_score@example.test' },
  backslash: { name: 'back\\slash', email: 'slash@example.test' },
  decoy: { name: 'axb c 100x sure', email: 'underxscore@example.test' },
  abroad: { name: 'Someone Abroad', phone: '+14155552671' },
  short: { name: 'דן', phone: '+972724440042' },
}
type Name = keyof typeof leads
let owner: TestMember
let business: Awaited<ReturnType<typeof it.newBusiness>>

beforeAll(async () => {
  business = await it.newBusiness()
  owner = await business.member('Owner')
  const key = await business.apiKey()
  for (const lead of Object.values(leads)) await add(key, { phone: '', ...lead, campaignId: business.campaignId })
  // Leads of another business are never found.
  const other = await it.newBusiness()
  for (const lead of Object.values(leads))
    await add(await other.apiKey(), { phone: '', ...lead, campaignId: other.campaignId })
})

const found = async (search: string, query: object = {}) => {
  const shown = await names(owner, { search, ...query })
  return Object.keys(leads).filter((key) => shown.includes(leads[key as Name].name))
}

describe('name and e-mail', () => {
  test.each<[string, Name[]]>([
    ['דנה', ['he']],
    ['לוי', ['he']],
    ['נה ל', ['he']],
    ['-כהן', ['he']],
    ['émile', ['latin']],
    ['ÉMI', ['latin']],
    ['o’brien', ['latin']],
    ['OBRIEN@', ['latin']],
    ['obrien@EXAMPLE', ['latin']],
    ['100%', ['percent']],
    ['% s', ['percent']],
    ['a_b c', ['underscore']],
    ['a_b', ['underscore']],
    ['under_', ['underscore']],
    ['back\\s', ['backslash']],
    ['ИВАН', ['cyrillic']],
    ['иванов', ['cyrillic']],
    ['back\\', ['backslash']],
    ['k\\s', ['backslash']],
    ['%%%', []],
    ['___', []],
    ['\\\\\\', []],
    ['xyz', []],
    ["'; drop table leads; --", []],
    ['  דנה  ', ['he']],
    ['דן', ['short']],
    ['לו', []],
    ['לוי דנה', ['he']],
    ['иванов иван', ['cyrillic']],
    ['иван ива', ['cyrillic']],
    ['ивано ива', ['cyrillic']],
    ['sure 100%', ['percent']],
    ['obrien émile', ['latin']],
    ['o’brien emile.obrien', []],
    ['o’brien emile', ['latin']],
    ['sure percent@', []],
  ])('%j', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  test.each(['חורי', 'ח׳ורי', "ח'ורי", 'חוּרי', 'בן דוד חורי', 'בן-דוד', 'ד"ר בן', 'דר חורי'])(
    'a name is found without its marks, and with others: %s',
    async (search) => {
      const marked = await it.newBusiness()
      const reader = await marked.member('Owner')
      await add(reader, { name: 'ד״ר לינה ח׳ורי בן־דוד', phone: '+972724440777', campaignId: marked.campaignId })
      await add(reader, { name: 'דן חרי', phone: '+972724440778', campaignId: marked.campaignId })
      expect(await names(reader, { search })).toEqual(['ד״ר לינה ח׳ורי בן־דוד'])
    },
  )

  test('the database folds names as the rule of names does', async () => {
    const texts = [
      'דָּנִיאֵל',
      'ח׳ורי',
      'צ’רלי',
      'ד״ר',
      'Émile O’Brien',
      'בן־דוד',
      'Anna-Maria – X',
      '\u200fרם\u200e',
      'ﬁ',
      'a_b.c',
    ]
    const { rows } = await sql<{ name: string }>`select folded_name(t) as name
      from unnest(${texts}::text[]) with ordinality as u(t, place) order by place`.execute(it.deps.workerDb)
    expect(rows.map(({ name }) => name)).toEqual(texts.map(folded))
  })
})

describe('one letter and two digits find nothing', () => {
  test.each(['ד', 'a_', 'נה', '5', '54', ' a ', '05', '+9'])('%j', async (search) => {
    expect((await page(owner, { search })).body).toMatchObject({
      leads: [],
      pagination: { total: 0, totalIsExact: true, pages: 0 },
    })
  })

  test('an empty text is no search', async () => {
    expect(await found('')).toHaveLength(9)
    expect(await found('   ')).toHaveLength(9)
  })
})

describe('the phone, in any formatting', () => {
  test.each<[string, Name[]]>([
    ['0541234567', ['he']],
    ['054-123-4567', ['he']],
    ['054 123 4567', ['he']],
    ['(054) 1234567', ['he']],
    ['054.123.4567', ['he']],
    ['054/1234567', ['he']],
    ['054\u2013123\u20114567', ['he']],
    ['+972541234567', ['he']],
    ['+972 54-123-4567', ['he']],
    ['972541234567', ['he']],
    ['00972541234567', ['he']],
    ['+972 (0)54-1234567', ['he']],
    ['\u200e+972 54-123-4567\u200f', ['he']],
    ['\u202a054-1234567\u202c', ['he']],
    ['\u2066054-1234567\u2069', ['he']],
    ['\u061c054-1234567', ['he']],
    ['054-12', ['he']],
    ['054', ['he']],
    ['0541', ['he']],
    ['0542', []],
    ['567', ['he']],
    ['671', ['abroad']],
    ['042', ['short']],
    ['456', []],
    ['4567', ['he']],
    ['1234567', ['he']],
    ['34567', ['he']],
    ['94567', []],
    ['0521234567', []],
    ['+1 415 555 2671', ['abroad']],
    ['2671', ['abroad']],
    ['0042', ['short']],
    ['9999', []],
    ['0549999999', []],
  ])('%j', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })
})

describe('together with', () => {
  test('filters, pages and order', async () => {
    const { statusIds, campaignId } = business
    expect(await found('example.test', { filters: { status: [statusIds.new] } })).toHaveLength(5)
    expect(await found('example.test', { filters: { status: [statusIds.won] } })).toEqual([])
    expect(await found('example.test', { campaignId, filters: { unread: true, source: ['api'] } })).toHaveLength(5)
    expect(await found('054', { filters: { source: ['meta'] } })).toEqual([])
    expect(await found('example.test', { filters: { to: '2020-01-01' } })).toEqual([])
    const second = await page(owner, { search: 'example.test', limit: 2, page: 2, sort: 'date' })
    expect(second.body).toMatchObject({
      leads: [{ name: 'a_b c' }, { name: 'back\\slash' }],
      pagination: { page: 2, limit: 2, total: 5, totalIsExact: true, pages: 3 },
    })
    expect((await page(owner, { search: 'example.test', limit: 2 })).body.leads.map(({ name }) => name)).toEqual([
      'axb c 100x sure',
      'back\\slash',
    ])
  })

  test('days, which end at midnight in Israel', async () => {
    const { db, businessId, campaignId, statusIds, member } = await it.newBusiness()
    for (const at of ['2026-03-10T21:59:59.999Z', '2026-03-10T22:00:00Z'])
      await sql`insert into leads (business_id, id, campaign_id, status_id, name, email, source, created_at)
        values (${businessId}, uuidv7(), ${campaignId}, ${statusIds.new}, 'Midnight', 'm@example.test', 'api', ${at})`.execute(
        db,
      )
    const someone = await member('Owner')
    const total = async (filters: object) =>
      (await page(someone, { search: 'midnight', filters })).body.pagination.total
    expect(await Promise.all([total({ to: '2026-03-10' }), total({ from: '2026-03-11' }), total({})])).toEqual([
      1, 1, 2,
    ])
  })

  test('a member’s campaigns', async () => {
    const { member, campaign, campaignId } = business
    for (const search of ['דנה', '4567', '054']) {
      expect(await names(await member('Reader', [campaignId]), { search })).toEqual(['דנה לוי-כהן'])
      expect(await names(await member('Reader', [await campaign()]), { search })).toEqual([])
    }
  })

  test('the trash', async () => {
    const other = await it.newBusiness()
    const someone = await other.member('Owner')
    const lead = await add(someone, { name: 'Rachel Azulai', phone: '+972541111222', campaignId: other.campaignId })
    await remove(someone, [lead._id])
    for (const search of ['rachel', '1222']) {
      expect(await names(someone, { search })).toEqual([])
      expect(await names(someone, { search, filters: { trash: true } })).toEqual(['Rachel Azulai'])
    }
  })
})

test('a text with more matches than are counted says so on every page, and no plan of another filter is reused', async () => {
  const { db, member, campaignId, statusIds, businessId } = await it.newBusiness()
  const someone = await member('Owner')
  await sql`insert into leads (business_id, id, campaign_id, status_id, name, email, source, created_at)
    select ${businessId}, uuidv7(), ${campaignId}, ${statusIds.new}, 'Olga ' || n, n || '@example.test', 'website', now() - n * interval '1 minute'
    from generate_series(1, 10001) n`.execute(db)
  const ask = async (query: object) => (await page(someone, { search: 'olg', limit: 10, ...query })).body
  const many = { total: 10_000, totalIsExact: false, pages: 1_000 }
  const first = await ask({})
  expect([first.leads[0]?.name, first.pagination]).toMatchObject(['Olga 1', many])
  const second = await ask({ page: 2 })
  expect([second.leads[0]?.name, second.pagination]).toMatchObject(['Olga 11', many])
  expect((await ask({ filters: { status: [statusIds.won] } })).pagination).toMatchObject({
    total: 0,
    totalIsExact: true,
  })
})
