import { expect, it } from 'vitest'
import type { FlowStep } from '#contract/calls/flows/flow-shapes.ts'
import { isTree } from '#contract/calls/flows/flow-tree.ts'
import { aMenu, aSay, aVoicemail } from '../../../testing/call-flow-fakes.ts'
import { insert, moved, moves, moveTo, remove } from './flow-moves.ts'

const one = { id: 'm', branch: '1' as const }
const two = { id: 'm', branch: '2' as const }
const steps = [aSay('a', 'A'), aMenu('m'), aSay('b', 'B', one), aSay('c', 'C', two), aVoicemail('end')]
const ids = (list: readonly FlowStep[] | null) =>
  list?.map(({ id, parent }) => (parent ? `${id}@${parent.branch}` : id))
const step = (id: string) => steps.find((each) => each.id === id) as FlowStep

it('down enters the next branch, and leaves the last one', () => {
  expect(ids(moved(steps, step('b'), 'down'))).toEqual(['a', 'm', 'b@2', 'c@2', 'end'])
  expect(ids(moved(steps, step('c'), 'down'))).toEqual(['a', 'm', 'b@1', 'c', 'end'])
  expect(ids(moved(steps, step('a'), 'down'))).toEqual(['m', 'b@1', 'c@2', 'a', 'end'])
})

it('up takes the branches along', () => {
  expect(ids(moved(steps, step('m'), 'up'))).toEqual(['m', 'b@1', 'c@2', 'a', 'end'])
  expect(moved(steps, step('a'), 'up')).toBeNull()
})

it('never moves into itself, nor deeper than four branches', () => {
  expect(moveTo(steps, step('m'), { parent: one, index: 0 })).toBeNull()
  const menus = ['m1', 'm2', 'm3', 'm4', 'm5']
  const deep = menus.map((id, i) => aMenu(id, i ? { id: menus[i - 1] ?? '', branch: '1' } : null))
  expect(insert(deep, [aSay('x', 'X')], { parent: { id: 'm4', branch: '1' }, index: 0 })).not.toBeNull()
  expect(insert(deep, [aSay('x', 'X')], { parent: { id: 'm5', branch: '1' }, index: 0 })).toBeNull()
})

it('any sequence of moves keeps the tree in reading order, with all its steps', () => {
  let list: FlowStep[] = steps
  for (let i = 0; i < 200; i += 1) {
    const each = list[(i * 7) % list.length] as FlowStep
    list = moved(list, each, moves[i % moves.length] ?? 'up') ?? list
    expect(isTree(list)).toBe(true)
    expect(list.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c', 'end', 'm'])
  }
  expect(ids(remove(steps, step('m')))).toEqual(['a', 'end'])
})
