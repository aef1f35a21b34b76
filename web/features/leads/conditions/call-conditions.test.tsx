import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID } from '../../../testing/fakes.ts'
import { aLead, aPage, surroundings } from '../../../testing/lead-fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { reply } from '../../../testing/replies.ts'

const all = `/b/${BUSINESS_ID}/leads/all`
const open = (search = '', role: Role = 'Owner') =>
  openApp(all + search, {
    session: aSession({ role }),
    replies: [...surroundings(role), reply(leadRoutes.list, aPage([aLead(1)]))],
  })
type Opened = Awaited<ReturnType<typeof open>>
const asked = ({ server }: Opened) => JSON.parse(server.sentTo(leadRoutes.list).at(-1)?.query.filters ?? '{}').where
const openBuilder = async ({ user }: Opened) => {
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('button', { name: 'Advanced filter…' }))
  return within(await screen.findByRole('dialog', { name: 'Conditions' }))
}
type Builder = Awaited<ReturnType<typeof openBuilder>>
const rule = (builder: Builder, name: string) => within(builder.getByRole('group', { name }))
const choose = async ({ user }: Opened, field: HTMLElement, option: string) => {
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('conditions on calls', () => {
  const add = async (page: Opened, builder: Builder, label: string) => {
    const last = builder.getAllByRole('combobox', { name: 'Field' }).at(-1)
    await choose(page, last as HTMLElement, label)
    return rule(builder, label)
  }

  it('take a status and whether there is a recording', async () => {
    const page = await open()
    const builder = await openBuilder(page)
    const status = await add(page, builder, 'Call status')
    await choose(page, status.getByRole('combobox', { name: 'Value' }), 'Not Answered')
    await page.user.keyboard('{Escape}')
    await page.user.click(builder.getByRole('button', { name: 'Condition' }))
    await add(page, builder, 'Recording')
    await page.user.click(builder.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(asked(page)).toEqual({
        all: [
          { field: 'callStatus', op: 'in', value: ['Not Answered'] },
          { field: 'callRecording', op: 'is', value: true },
        ],
      }),
    )
    const chips = within(await screen.findByRole('group', { name: 'Conditions' }))
    await chips.findByText('Not Answered')
  })

  it('take a duration in minutes or seconds and a number of calls', async () => {
    const page = await open('?where=all(callDuration.gte:60;callCount.lte:1)')
    const builder = await openBuilder(page)
    const [duration, count] = [rule(builder, 'Call duration'), rule(builder, 'Number of calls')]
    await page.user.type(duration.getByRole('textbox', { name: 'Value' }), '0')
    await page.user.type(count.getByRole('textbox', { name: 'Value' }), '2')
    await page.user.click(builder.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(page.at()).toBe(`${all}?where=all(callDuration.gte:600;callCount.lte:12)`))
    const chips = within(await screen.findByRole('group', { name: 'Conditions' }))
    await chips.findByText('at least 10:00')
    chips.getByText('at most 12')
  })

  it('show a duration in the unit that it fits; another unit keeps the number', async () => {
    const page = await open('?where=all(callDuration.between:30,180)')
    const chips = within(await screen.findByRole('group', { name: 'Conditions' }))
    await page.user.click(await chips.findByRole('button', { name: /0:30 – 3:00/ }))
    const [from, to] = [
      await screen.findByRole('textbox', { name: 'From' }),
      screen.getByRole('textbox', { name: 'To' }),
    ]
    const values = () => [from, to].map((input) => (input as HTMLInputElement).value)
    expect(values()).toEqual(['30', '3'])
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Unit: From' }), 'minutes')
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Unit: To' }), 'seconds')
    expect(values()).toEqual(['30', '3'])
    await page.user.click(screen.getByRole('button', { name: 'Apply' }))
    // From and to are put in order.
    await waitFor(() => expect(page.at()).toBe(`${all}?where=all(callDuration.between:3,1800)`))
  })

  it('on recordings are offered to those who hear calls', async () => {
    const offered = async (role: Role) => {
      const page = await open('', role)
      const builder = await openBuilder(page)
      await page.user.click(builder.getByRole('combobox', { name: 'Field' }))
      const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
      page.unmount()
      return ['Call status', 'Call duration', 'Recording'].filter((name) => options.includes(name))
    }
    expect(await offered('Owner')).toEqual(['Call status', 'Call duration', 'Recording'])
    expect(await offered('Writer')).toEqual(['Call status', 'Call duration'])
  })
})
