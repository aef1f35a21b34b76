import { beforeAll, describe, expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { testApp } from '../../testing/test-app.ts'
import type { TestMember } from '../../testing/test-business.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { isRobot, newCode, readCode } from './links.rules.ts'

let it: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  it = await testApp({ env: { PUBLIC_URL: 'http://leads.example.test/' } })
})

const BROWSER =
  'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const site = { url: 'https://alon.example/kitchens?page=2#price', label: 'Site', utm: { source: 'google' } }
const flyer = { url: 'alon.example', label: 'Flyer' }

const create = async (as: TestMember, links: object[]) =>
  (await it.send(campaignRoutes.create, as, { body: { name: 'Kitchens', links } as { name: string } })).body.campaign
const change = (as: TestMember, id: string, body: object) =>
  it.send(campaignRoutes.change, as, { params: { id }, body })
const linksOf = async (as: TestMember, campaignId: string) =>
  (await it.send(campaignRoutes.get, as, { query: { campaignId } })).body.campaign.links
const visit = (shortUrl: string, { method = 'GET', agent = BROWSER, ...headers }: Record<string, string> = {}) =>
  it.app.inject({
    method: method as 'GET' | 'HEAD',
    url: new URL(shortUrl).pathname + new URL(shortUrl).search,
    headers: { host: 'leads.example.test', 'user-agent': agent, ...headers },
  })
const owner = async () => (await it.newBusiness()).member('Owner')

describe('the links of a campaign', () => {
  test('are returned with their target and their short address, in their order', async () => {
    const as = await owner()
    const { _id, links } = await create(as, [site, flyer])
    expect(links).toEqual([
      {
        _id: expect.any(String),
        ...site,
        source: 'google',
        target: 'https://alon.example/kitchens?page=2&utm_source=google#price',
        shortUrl: expect.stringMatching(/^http:\/\/leads\.example\.test\/l\/[2-9a-hj-km-np-z]{8}$/),
        clicks: 0,
      },
      {
        _id: expect.any(String),
        url: 'https://alon.example',
        label: 'Flyer',
        utm: {},
        source: null,
        target: 'https://alon.example/',
        shortUrl: expect.any(String),
        clicks: 0,
      },
    ])
    expect(await linksOf(as, _id)).toEqual(links)
    const list = await it.send(campaignRoutes.list, as, { query: {} })
    expect(list.body.campaigns.map((campaign) => campaign.links)).toEqual([links, []])
  })

  test('are changed, ordered and deleted as a whole set; a link that stays keeps its short address', async () => {
    const as = await owner()
    const { _id, links } = await create(as, [site, flyer])
    const [first, second] = links
    const changed = {
      _id: second?._id,
      url: 'https://alon.example/new',
      label: 'Flyer 2',
      utm: { term: 'new', medium: '' },
    }
    const { status, body } = await change(as, _id, { links: [changed, { ...flyer, label: 'Third' }] })
    expect(status).toBe(200)
    expect(body.campaign.links).toMatchObject([
      { ...changed, utm: { term: 'new' }, shortUrl: second?.shortUrl },
      { label: 'Third' },
    ])
    expect((await visit(first?.shortUrl ?? '')).statusCode).toBe(404)
    expect((await visit(second?.shortUrl ?? '')).headers.location).toBe('https://alon.example/new?utm_term=new')
  })

  test('a change of them emits an event, no change emits none', async () => {
    const { member, db } = await it.newBusiness()
    const as = await member('Owner')
    const { _id, links } = await create(as, [site])
    const kept = { _id: links[0]?._id, ...site }
    await change(as, _id, { links: [kept] })
    await change(as, _id, { links: [{ ...kept, label: 'New label' }] })
    const events = await db
      .selectFrom('events')
      .select('payload')
      .where('campaign_id', '=', _id)
      .where('name', '=', 'campaign.changed')
      .$castTo<{ payload: { changes: { links: { label: string }[][] } } }>()
      .execute()
    expect(events.map(({ payload }) => payload.changes.links.map((side) => side.map(({ label }) => label)))).toEqual([
      [['Site'], ['New label']],
    ])
  })

  test('an id of another campaign, or one twice, is refused', async () => {
    const as = await owner()
    const [mine, other] = [await create(as, [site]), await create(as, [site])]
    const refused = async (links: object[]) => {
      const reply = await change(as, mine._id, { links })
      return [reply.status, (reply.body as unknown as { issues: { path: string }[] }).issues.map(({ path }) => path)]
    }
    const [own, foreign] = [
      { _id: mine.links[0]?._id, ...site },
      { _id: other.links[0]?._id, ...site },
    ]
    const notFound = { status: 404, body: { code: 'link_not_found' } }
    expect(await change(as, mine._id, { links: [own, foreign] })).toMatchObject(notFound)
    expect(await change(as, mine._id, { links: [own, own] })).toMatchObject(notFound)
    expect(await refused([{ ...site, url: 'javascript:alert(1)' }])).toEqual([422, ['links.0.url']])
    expect(await refused([{ ...site, label: ' ' }])).toEqual([422, ['links.0.label']])
    expect(await refused(Array.from({ length: 51 }, () => site))).toEqual([422, ['links']])
    expect(await linksOf(as, mine._id)).toEqual(mine.links)
  })

  test('who may not edit the campaign may read them and no more', async () => {
    const business = await it.newBusiness()
    const { _id, links } = await create(await business.member('Owner'), [site])
    const reader = await business.member('Reader', [_id])
    expect(await linksOf(reader, _id)).toEqual(links)
    expect((await change(reader, _id, { links: [] })).status).toBe(403)
  })
})

describe('a short address', () => {
  test('leads to the target, is not kept by caches and not found by search engines', async () => {
    const { links } = await create(await owner(), [site])
    const reply = await visit(links[0]?.shortUrl ?? '')
    expect(reply.statusCode).toBe(302)
    expect(reply.headers).toMatchObject({
      location: 'https://alon.example/kitchens?page=2&utm_source=google#price',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
  })

  test('passes click ids on and nothing else', async () => {
    const { links } = await create(await owner(), [flyer])
    const reply = await visit(`${links[0]?.shortUrl}?gclid=EA%26b&utm_source=evil&url=https://evil.example`)
    expect(reply.headers.location).toBe('https://alon.example/?gclid=EA%26b')
  })

  test('is read in capitals too', async () => {
    const { links } = await create(await owner(), [flyer])
    const { origin, pathname } = new URL(links[0]?.shortUrl ?? '')
    const code = pathname.slice('/l/'.length).toUpperCase()
    expect((await visit(`${origin}/l/${code}`)).statusCode).toBe(302)
  })

  test('that is unknown, or of a deleted campaign, is not found', async () => {
    const as = await owner()
    const { _id, links } = await create(as, [flyer])
    await it.send(campaignRoutes.remove, as, { params: { id: _id }, body: undefined })
    for (const url of [links[0]?.shortUrl ?? '', 'http://x/l/22222222', 'http://x/l/%27', 'http://x/l/a']) {
      const reply = await visit(url)
      expect([reply.statusCode, reply.headers['x-robots-tag']]).toEqual([404, 'noindex'])
    }
  })

  test('counts the clicks of people: no robots, no previews, no HEAD', async () => {
    const as = await owner()
    const { _id, links } = await create(as, [site, flyer])
    const [first, second] = links.map(({ shortUrl }) => shortUrl)
    for (let click = 0; click < 3; click++) await visit(first ?? '')
    await visit(second ?? '')
    await visit(second ?? '', { method: 'HEAD' })
    await visit(second ?? '', { agent: 'WhatsApp/2.23.20.0' })
    await visit(second ?? '', { agent: '' })
    await visit(second ?? '', { 'sec-purpose': 'prefetch;prerender' })
    const clicksOf = async () => (await linksOf(as, _id)).map(({ clicks }) => clicks)
    await waitFor(async () => (await clicksOf())[1], 10_000)
    expect(await clicksOf()).toEqual([3, 1])
  })

  test('asked for too often from one address is refused', async () => {
    const { links } = await create(await owner(), [flyer])
    const ask = async () => (await visit(links[0]?.shortUrl ?? '')).statusCode
    const statuses: number[] = []
    // The limit counts per minute, and the minute may end during the loop.
    while (statuses.length <= 600 && statuses.at(-1) !== 429) statuses.push(await ask())
    expect(statuses.at(-1)).toBe(429)
  })
})

test.each([
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', true],
  ['WhatsApp/2.23.20.0 A', true],
  ['TelegramBot (like TwitterBot)', true],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', true],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['', true],
  [BROWSER, false],
  // Browsers inside the apps of social networks count as people.
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/22A [FBAN/FBIOS;FBAV/480.0]',
    false,
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Instagram 350.0', false],
  ['Mozilla/5.0 (Linux; Android 12; CUBOT X50) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36', false],
])('%s is a robot: %s', (agent, robot) => expect(isRobot(agent)).toBe(robot))

test('codes use only letters that are not mistaken for each other', () => {
  const codes = new Set(Array.from({ length: 1_000 }, newCode))
  expect(codes.size).toBe(1_000)
  for (const code of codes) expect(readCode(code)).toBe(code)
  expect([readCode('abcdefg0'), readCode('abcdefgl'), readCode('abcdefghj')]).toEqual([undefined, undefined, undefined])
})
