import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Failure } from '#contract/common.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { aPicture, aPng, asBlob } from '../../testing/files/test-images.ts'
import { type Credentials, testApp } from '../../testing/test-app.ts'
import { AVATAR_LIMIT } from './avatars.service.ts'

const { app, env, send, newBusiness, person } = await testApp({
  env: { FILES_DIR: `.data-test/files-${process.pid}-avatars` },
})
const stored = () => readdir(join(env.filesDir, 'images')).catch(() => [])
const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url })
const failure = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).message]

test('a person, a campaign and a business get an image, which everyone who sees them can load', async () => {
  const business = await newBusiness()
  const { campaignId } = business
  const owner = await business.member('Owner')
  const file = await aPng()
  const user = await send(avatarRoutes.user, owner, { file })
  const campaign = await send(avatarRoutes.campaign, owner, { query: { campaignId }, file })
  const office = await send(avatarRoutes.business, owner, { file })
  for (const { status, body } of [user, campaign, office]) {
    expect([status, body]).toEqual([
      200,
      { success: true, image: expect.stringMatching(/^\/api\/image\/\w{40}\.webp$/) },
    ])
    expect((await get(body.image)).statusCode).toBe(200)
  }
  const current = await send(authRoutes.getCurrentUser, owner, {})
  expect(current.body.user.image).toBe(user.body.image)
  expect(current.body.businesses[0]?.business.image).toBe(office.body.image)
  expect((await send(businessRoutes.get, owner, {})).body.business.image).toBe(office.body.image)
  const info = await send(campaignRoutes.get, owner, { query: { campaignId } })
  expect(info.body.campaign.image).toBe(campaign.body.image)
})

test('an image may be cached forever and runs no scripts', async () => {
  const { body } = await send(avatarRoutes.user, await person(), { file: await aPng() })
  const reply = await get(body.image)
  expect(reply.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-length': String(reply.rawPayload.length),
  })
  const { format, width, height } = await sharp(reply.rawPayload).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 512, height: 512 })
  expect((await get(body.image, 'HEAD')).statusCode).toBe(200)
})

test('the previous image is deleted from the disk', async () => {
  const someone = await person()
  const before = (await send(avatarRoutes.user, someone, { file: await aPng() })).body.image
  const others = (await stored()).length
  const after = (await send(avatarRoutes.user, someone, { file: await aPng() })).body.image
  expect(after).not.toBe(before)
  expect([(await get(before)).statusCode, (await get(after)).statusCode]).toEqual([404, 200])
  expect(await stored()).toHaveLength(others)
})

test('jpg, png and webp are accepted under any name', async () => {
  const someone = await person()
  for (const bytes of await Promise.all([
    aPicture().jpeg().toBuffer(),
    aPicture().png().toBuffer(),
    aPicture().webp().toBuffer(),
  ])) {
    const { status } = await send(avatarRoutes.user, someone, { file: asBlob(bytes, 'text/plain') })
    expect(status).toBe(200)
  }
})

test('only users, campaigns and businesses have images', async () => {
  const someone = await person()
  const file = await aPng()
  for (const target of ['lead', 'campaign', 'users', 'x.y']) {
    const reply = await send(avatarRoutes.other, someone, { params: { target: encodeURIComponent(target) }, file })
    expect(failure(reply)).toEqual([422, 'Invalid types'])
  }
  const he = await send(avatarRoutes.other, someone, { params: { target: 'lead' }, file }, { 'accept-language': 'he' })
  expect(failure(he)).toEqual([422, 'סוג לא תקין'])
})

test('only members who may edit a campaign set its image', async () => {
  const [ours, theirs] = [await newBusiness(), await newBusiness()]
  const { campaignId, member } = ours
  const change = async (as: Credentials) =>
    (await send(avatarRoutes.campaign, as, { query: { campaignId }, file: await aPng() })).status
  const other = await ours.campaign()
  expect(await change(await member('Lead', [campaignId]))).toBe(200)
  expect(await change(await member('Writer', [campaignId]))).toBe(403)
  expect(await change(await member('Reader', { [campaignId]: 'Reader', [other]: 'Lead' }))).toBe(403)
  expect(await change(await member('Lead', [other]))).toBe(404)
  expect(await change((await theirs.member('Owner')) as Credentials)).toBe(404)
  expect((await send(avatarRoutes.business, await member('Admin'), { file: await aPng() })).status).toBe(403)
})

test('a campaign’s new image emits an event', async () => {
  const business = await newBusiness()
  const { campaignId, businessId } = business
  const owner = await business.member('Owner')
  const { body } = await send(avatarRoutes.campaign, owner, { query: { campaignId }, file: await aPng() })
  const events = await business.db
    .selectFrom('events')
    .select(['name', 'payload'])
    .where('business_id', '=', businessId)
    .execute()
  expect(events).toMatchObject([
    { name: 'campaign.changed', payload: { campaignId, changes: { image: [null, body.image] } } },
  ])
})

test('the address of an image serves no other files', async () => {
  for (const name of ['x', '..%2f..%2fsecret.key', '%2e%2e%2fsecret.key', `${'0'.repeat(40)}.webp`, 'a'.repeat(200)]) {
    const { statusCode, headers } = await get(`/api/image/${name}`)
    expect([name, statusCode, headers['content-type']]).toEqual([name, 404, 'application/json; charset=utf-8'])
  }
})

test('uploads are limited per hour', async () => {
  const someone = await person()
  const [before, max] = [AVATAR_LIMIT.max, 2]
  Object.assign(AVATAR_LIMIT, { max })
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await send(avatarRoutes.user, someone, { file: await aPng() })).status)
  Object.assign(AVATAR_LIMIT, { max: before })
  expect(statuses).toEqual([200, 200, 429])
})

test('many at once all succeed', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => person()))
  const file = await aPng()
  const replies = await Promise.all(people.map((one) => send(avatarRoutes.user, one, { file })))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
})
