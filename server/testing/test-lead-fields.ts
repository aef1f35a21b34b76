import { expect } from 'vitest'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import type { Credentials, testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
type As = Partial<Credentials> | undefined
/** Loosely typed, because tests also send invalid input. */
type Loose = Record<string, unknown>

/** Options whose keys are these names in lower case. */
export const someOptions = (...names: string[]) => names.map((nameEn) => ({ nameHe: `${nameEn} בעברית`, nameEn }))

/** Helpers for tests of own lead fields. */
export function testLeadFields({ send }: App) {
  const list = async (as: As): Promise<OwnField[]> => {
    const { status, body } = await send(leadFieldRoutes.list, as, {})
    expect(status, JSON.stringify(body)).toBe(200)
    return body.fields
  }
  const settings = async (as: As) => {
    const { status, body } = await send(leadFieldRoutes.settings, as, {})
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const create = (as: As, body: Loose) =>
    send(leadFieldRoutes.create, as, { body: { nameHe: `${body.nameEn} בעברית`, type: 'text', ...body } as never })
  /** Creates a field that must be accepted. */
  const made = async (as: As, body: Loose): Promise<OwnField> => {
    const reply = await create(as, body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body.field
  }
  const edit = (as: As, id: string, body: Loose) =>
    send(leadFieldRoutes.change, as, { params: { id }, body: body as never })
  const put = (as: As, fieldId: string, before: string | null) =>
    send(leadFieldRoutes.order, as, { body: { fieldId, before } })
  const drop = (as: As, id: string) => send(leadFieldRoutes.remove, as, { params: { id } })
  const restore = (as: As, id: string) => send(leadFieldRoutes.restore, as, { params: { id } })
  const start = (as: As, set: string) => send(leadFieldRoutes.start, as, { body: { set: set as never } })

  /** A field of each type: text, story, rooms (decimal), size, budget, start, kind, needs, approved, page. */
  const makeAll = async (as: As) => {
    const wanted: Loose[] = [
      { nameEn: 'Text' },
      { nameEn: 'Story', type: 'long_text' },
      { nameEn: 'Rooms', type: 'number', isDecimal: true },
      { nameEn: 'Size', type: 'number', unit: 'm²' },
      { nameEn: 'Budget', type: 'money' },
      { nameEn: 'Start', type: 'date' },
      { nameEn: 'Kind', type: 'choice', options: someOptions('Flat', 'House', 'Shop') },
      { nameEn: 'Needs', type: 'choices', options: someOptions('Lift', 'Parking', 'Garden') },
      { nameEn: 'Approved', type: 'yes_no' },
      { nameEn: 'Page', type: 'link' },
    ]
    const fields: OwnField[] = []
    for (const one of wanted) fields.push(await made(as, one))
    return Object.fromEntries(fields.map((field) => [field.key, field])) as Record<string, OwnField>
  }
  return { list, settings, create, made, edit, put, drop, restore, start, makeAll }
}
