import { expect, test } from 'vitest'
import { messageTemplateRoutes } from '#contract/leads/messages/message-templates.ts'
import { automationWorld, step } from '../../testing/automation-world.ts'
import { whatsAppBox } from '../../testing/features/test-whatsapp.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone } from '../../testing/test-leads.ts'
import { waitFor } from '../../testing/wait-for.ts'

/** A Tuesday noon in Israel, on which nothing is quiet. */
const clock = { time: Date.parse('2026-11-24T10:00:00Z') }
const meta = await whatsAppBox({ now: () => clock.time })
const it = await testApp({ env: meta.env, now: () => new Date(clock.time) })
meta.use(it)
const { box } = meta

test('an automation sends a template of WhatsApp with the values of the lead', async () => {
  const world = await automationWorld(it, clock)
  await meta.connected(world.owner)
  const { templates } = (await it.send(messageTemplateRoutes.list, world.owner, {})).body
  const templateId = templates.find(({ nameEn }) => nameEn === 'offer_ready')?._id ?? ''
  const values = { language: 'he' as const, values: ['{{lead.firstName}}'] }
  await it.send(messageTemplateRoutes.setValues, world.owner, { params: { id: templateId }, body: values })
  const id = await world.publish({ steps: [step('a', { kind: 'send', templateId, language: 'he' } as never)] })
  const phone = nextPhone()
  await world.arrive({ name: 'Dana Levi', phone })
  await world.settle()
  await waitFor(() => box.to(phone).length > 0)
  expect(box.to(phone)).toMatchObject([
    { template: 'offer_ready', text: 'הצעת המחיר מוכנה\nשלום Dana, הצעת המחיר מחכה לך. אפשר להשיב כאן על כל שאלה.' },
  ])
  expect(await world.runs(id)).toMatchObject([{ state: 'done' }])
})
