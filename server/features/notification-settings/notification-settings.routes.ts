import type { FastifyInstance } from 'fastify'
import { notificationSettingRoutes } from '#contract/notifications/notification-settings.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeBusinessSettings, findBusinessSettings } from './business-settings.service.ts'
import { changeOwnSettings, findOwnSettings } from './own-settings.service.ts'
import { changeTemplate, findAllTemplates } from './templates.service.ts'
import { sendTest } from './test-messages.service.ts'

/** Serves a person's own notification settings, and those of the business, which only Owners change. */
export function mountNotificationSettings(app: FastifyInstance, deps: Deps) {
  handle(app, notificationSettingRoutes.own, async (_, context) => ({
    success: true,
    settings: await findOwnSettings(deps, context),
  }))

  handle(app, notificationSettingRoutes.changeOwn, async ({ body }, context) => ({
    success: true,
    settings: await changeOwnSettings(deps, context, body),
  }))

  handle(app, notificationSettingRoutes.test, async ({ body: { channel } }, context) => {
    await sendTest(deps, context, channel)
    return { success: true }
  })

  handle(app, notificationSettingRoutes.business, async (_, context) => ({
    success: true,
    settings: await findBusinessSettings(deps, context),
  }))

  handle(app, notificationSettingRoutes.changeBusiness, async ({ body }, context) => ({
    success: true,
    settings: await changeBusinessSettings(deps, context, body),
  }))

  handle(app, notificationSettingRoutes.templates, async (_, context) => ({
    success: true,
    templates: await findAllTemplates(deps, context),
  }))

  handle(app, notificationSettingRoutes.changeTemplate, async ({ body }, context) => ({
    success: true,
    template: await changeTemplate(deps, context, body),
  }))
}
