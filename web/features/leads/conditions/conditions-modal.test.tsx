import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { ATTEMPTING, aLead, aPage, NEW, NOAM, surroundings } from '../../../testing/lead-fakes.ts'
import { aField, BUDGET, ownFieldsReply, SIZE, WORK } from '../../../testing/lead-field-fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { type FakeReply, reply } from '../../../testing/replies.ts'

const all = `/b/${BUSINESS_ID}/leads/all`
const open = (search = '', { narrow = false, leads = [aLead(1)], replies = [] as FakeReply[] } = {}) =>
  openApp(all + search, {
    narrow,
    replies: [
      ...surroundings(),
      reply(leadRoutes.tags, { success: true, tags: ['vip', 'hot'] }),
      reply(leadRoutes.list, aPage(leads)),
      ...replies,
    ],
  })
type Opened = Awaited<ReturnType<typeof open>>
const asked = ({ server }: Opened) => JSON.parse(server.sentTo(leadRoutes.list).at(-1)?.query.filters ?? '{}')
const openBuilder = async ({ user }: Opened) => {
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('button', { name: 'Advanced filter…' }))
  return within(await screen.findByRole('dialog', { name: 'Conditions' }))
}
const choose = async ({ user }: Opened, field: HTMLElement, option: string) => {
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('conditions', () => {
  it('are built with an inner group and kept in the address', async () => {
    const page = await open()
    const builder = await openBuilder(page)
    const apply = builder.getByRole('button', { name: 'Apply' })
    expect(apply.hasAttribute('disabled')).toBe(true)
    await page.user.type(builder.getByRole('textbox', { name: 'Value' }), 'noa')

    await page.user.click(builder.getByRole('button', { name: 'Group' }))
    const group = within(builder.getByRole('group', { name: 'Group' }))
    await choose(page, group.getByRole('combobox', { name: 'Field' }), 'Value')
    await choose(page, group.getByRole('combobox', { name: 'Operator' }), 'at least')
    await page.user.type(group.getByRole('textbox', { name: 'Value' }), '5,000')
    await page.user.click(group.getByRole('button', { name: 'Condition' }))
    const second = within(group.getByRole('group', { name: 'Name' }))
    await choose(page, second.getByRole('combobox', { name: 'Field' }), 'Unread')
    await page.user.click(apply)

    await waitFor(() =>
      expect(page.at()).toBe(`${all}?where=all(name.contains:noa;any(value.gte:500000;unread.is:true))`),
    )
    await waitFor(() =>
      expect(asked(page).where).toEqual({
        all: [
          { field: 'name', op: 'contains', value: 'noa' },
          {
            any: [
              { field: 'value', op: 'gte', value: 500_000 },
              { field: 'unread', op: 'is', value: true },
            ],
          },
        ],
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Conditions' })).toBeNull())
  })

  it('are shown as chips; a chip opens its fields', async () => {
    const where = `any(status.in:${NEW._id},${ATTEMPTING._id};assigned.in:${NOAM._id};date.withinDays:30)`
    const page = await open(`?where=${where}`)
    const chips = within(await screen.findByRole('group', { name: 'Conditions' }))
    await chips.findByText('New +1')
    await chips.findByText(NOAM.name)
    expect(chips.getAllByText('or')).toHaveLength(2)
    await page.user.click(chips.getByRole('button', { name: /last 30 days/ }))
    const days = await screen.findByRole('textbox', { name: 'days' })
    await page.user.clear(days)
    await page.user.type(days, '7')
    await page.user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(page.at()).toBe(`${all}?where=${where.replace('30', '7')}`))
    await chips.findByText('last 7 days')
    await page.user.click(chips.getByRole('button', { name: 'Clear filter: Status' }))
    await waitFor(() => expect(page.at()).toBe(`${all}?where=any(assigned.in:${NOAM._id};date.withinDays:7)`))
  })

  it('name a deleted status as deleted', async () => {
    await open('?where=all(status.in:00000000-0000-4000-8000-00000000dead)')
    const chips = within(await screen.findByRole('group', { name: 'Conditions' }))
    await chips.findByText('Deleted status')
  })

  it('and filters name a person who has left by their leads, else as unknown', async () => {
    const gone = '00000000-0000-4000-8000-00000000dead'
    const page = await open(`?assigned=${gone}&where=all(assigned.in:${gone})`)
    expect(await screen.findAllByText('Former member')).toHaveLength(2)
    page.unmount()
    await open(`?assigned=${gone}&where=all(assigned.in:${gone})`, {
      leads: [aLead(1, { assignedTo: { _id: gone, name: 'Gil Shaked', image: null } })],
    })
    expect(await screen.findAllByText('Gil Shaked')).toHaveLength(2)
    expect(screen.queryByText('Former member')).toBeNull()
  })

  it('are cleared together with all filters', async () => {
    const page = await open('?unread=true&where=all(email.empty)')
    await screen.findByText('is empty')
    await page.user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(page.at()).toBe(all))
  })

  it('that are invalid are ignored, and the list is shown', async () => {
    const page = await open('?where=all(nothing')
    await screen.findByRole('row', { name: /Lead 1/ })
    expect(asked(page)).toEqual({})
  })

  it('can be built on a narrow screen', async () => {
    const page = await open('', { narrow: true })
    const builder = await openBuilder(page)
    await page.user.type(builder.getByRole('textbox', { name: 'Value' }), 'noa')
    await page.user.click(builder.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(page.at()).toBe(`${all}?where=all(name.contains:noa)`))
  })
})

describe('filters by people and tags', () => {
  it('send the chosen people, unassigned included', async () => {
    const page = await open()
    await page.user.click(await screen.findByRole('button', { name: 'Filter' }))
    await page.user.click(await screen.findByRole('button', { name: 'Assigned' }))
    await page.user.click(await screen.findByRole('checkbox', { name: 'Not assigned' }))
    await waitFor(() => expect(asked(page)).toEqual({ assigned: ['none'] }))
    await page.user.keyboard('{Escape}')
    await page.user.click(screen.getByRole('button', { name: 'Filter' }))
    await page.user.click(await screen.findByRole('button', { name: 'Tags' }))
    await page.user.click(await screen.findByRole('checkbox', { name: 'hot' }))
    await waitFor(() => expect(page.at()).toBe(`${all}?assigned=none&tag=hot`))
    await waitFor(() => expect(asked(page)).toEqual({ assigned: ['none'], tag: ['hot'] }))
  })
})

describe('conditions on own fields', () => {
  const plan = aField(5, { key: 'plan', nameEn: 'Has a plan', type: 'yes_no' })
  const rooms = aField(6, { ...WORK, _id: aField(6)._id, key: 'rooms', nameEn: 'Rooms', type: 'choices' })
  const start = aField(7, { key: 'start', nameEn: 'Wanted start', type: 'date' })
  const own = ownFieldsReply([WORK, SIZE, BUDGET, plan, rooms, start])
  const rule = (builder: ReturnType<typeof within>, name: string) => within(builder.getByRole('group', { name }))

  it('are built by type with their choices, and shown in words', async () => {
    const page = await open('', { replies: [own] })
    const builder = await openBuilder(page)
    await choose(page, builder.getByRole('combobox', { name: 'Field' }), 'Kind of work')
    const work = rule(builder, 'Kind of work')
    await page.user.click(work.getByRole('combobox', { name: 'Value' }))
    const options = within(await screen.findByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(options).toEqual(['Kitchen', 'Bathroom', 'Whole flat'])
    await page.user.click(screen.getByRole('option', { name: 'Kitchen' }))
    await page.user.keyboard('{Escape}')
    await page.user.click(builder.getByRole('button', { name: 'Condition' }))
    await choose(page, rule(builder, 'Name').getByRole('combobox', { name: 'Field' }), 'Size')
    await choose(page, rule(builder, 'Size').getByRole('combobox', { name: 'Operator' }), 'at least')
    await page.user.type(rule(builder, 'Size').getByRole('textbox', { name: 'Value' }), '84.5')
    await page.user.click(builder.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(page.at()).toBe(`${all}?where=all(fields.work.in:kitchen;fields.size.gte:84.5)`))
    await waitFor(() =>
      expect(asked(page).where).toEqual({
        all: [
          { field: 'fields.work', op: 'in', value: ['kitchen'] },
          { field: 'fields.size', op: 'gte', value: 84.5 },
        ],
      }),
    )
    const chips = within(await screen.findByRole('group', { name: 'Conditions' }))
    await chips.findByText('Kind of work')
    chips.getByText('Kitchen')
    chips.getByText('at least 84.5 m²')
  })

  it('of amounts, several choices, yes or no and dates are read from the address in words', async () => {
    const where = [
      'fields.budget.lte:120050',
      'fields.rooms.notIn:kitchen',
      'fields.plan.in:yes',
      'fields.start.on:2026-03-01',
      'fields.gone.contains:x',
    ].join(';')
    const page = await open(`?where=all(${where})`, { replies: [own] })
    const chips = within(await screen.findByRole('group', { name: 'Conditions' }))
    await chips.findByText('at most ₪1,200.50')
    chips.getByText('Yes')
    for (const words of ['not Kitchen', '1 Mar', 'gone']) expect(document.body.textContent).toContain(words)
    await page.user.click(chips.getByRole('button', { name: /at most/ }))
    const value = await screen.findByRole('textbox', { name: 'Value' })
    expect((value as HTMLInputElement).value).toBe('1200.50')
  })
})
