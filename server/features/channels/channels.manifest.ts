import type { Feature } from '../feature.ts'
import { openChannels } from './channels.cache.ts'
import { mountChannels } from './channels.routes.ts'
import { mailIntegration, smsIntegration, whatsAppIntegration } from './integrations.service.ts'
import { startLookingAfter } from './whatsapp/looking-after.service.ts'
import { openWhatsApp } from './whatsapp/whatsapp.cache.ts'
import { mountWhatsApp, mountWhatsAppReturn } from './whatsapp/whatsapp.routes.ts'

export const channels: Feature = {
  mount: [mountChannels, mountWhatsApp],
  mountAtRoot: [mountWhatsAppReturn],
  integrations: [mailIntegration, smsIntegration, whatsAppIntegration],
  open: (opening) => ({ channels: openChannels(opening), whatsApp: openWhatsApp(opening) }),
  loops: [startLookingAfter],
}
