import type { FastifyInstance } from 'fastify'
import { avatarRoutes, IMAGE_PATH } from '#contract/files/avatars.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'
import { withUploads } from '../../platform/http/uploads.ts'
import { replaceBusinessImage } from '../businesses/businesses.service.ts'
import { replaceCampaignImage, requireEditable } from '../campaigns/campaigns.service.ts'
import { replaceUserImage } from '../users/users.service.ts'
import { findImage, replaceAvatar } from './avatars.service.ts'

/** Uploaded content never runs as a document or script, even when opened directly. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"

export function mountAvatars(app: FastifyInstance, deps: Deps) {
  withUploads(app, (uploads) => mountUploads(uploads, deps))

  app.get<{ Params: { name: string } }>(IMAGE_PATH, { schema: { hide: true } }, async ({ params }, reply) => {
    const found = await findImage(deps, params.name)
    if (!found) throw new AppError('not_found')
    return reply
      .headers({
        'content-type': 'image/webp',
        'content-length': found.size,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
      })
      .send(found.bytes)
  })
}

function mountUploads(app: FastifyInstance, deps: Deps) {
  handle(app, avatarRoutes.user, async (_, { db, caller, file }) => {
    const keep = (image: string) => replaceUserImage(db, caller, image)
    return { success: true, image: await replaceAvatar(deps, { userId: caller.userId, file, keep }) }
  })

  handle(app, avatarRoutes.campaign, async ({ query: { campaignId } }, { db, caller, file }) => {
    await requireEditable({ db, caller }, campaignId)
    const keep = (image: string) => replaceCampaignImage({ db, caller }, campaignId, image)
    return { success: true, image: await replaceAvatar(deps, { userId: caller.userId, file, keep }) }
  })

  handle(app, avatarRoutes.business, async (_, { db, caller, file }) => {
    const keep = (image: string) => replaceBusinessImage({ db, caller }, image)
    return { success: true, image: await replaceAvatar(deps, { userId: caller.userId, file, keep }) }
  })

  handle(app, avatarRoutes.other, async () => {
    throw new AppError('invalid_target')
  })
}
