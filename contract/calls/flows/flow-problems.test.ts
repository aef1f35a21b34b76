import { expect, test } from 'vitest'
import { problemsOf } from './flow-problems.ts'
import { FlowContent, type FlowStep } from './flow-shapes.ts'
import { firstIn, stepAfter } from './flow-tree.ts'

const settings = { language: 'he' as const, recording: true, whisper: { isOn: false, text: '' }, screening: false }
const spoken = { by: 'text' as const, text: '' }
type Parent = FlowStep['parent']
const say = (id: string, parent: Parent = null): FlowStep => ({ id, parent, kind: 'say', spoken })
const end = (id: string, parent: Parent = null): FlowStep => ({ id, parent, kind: 'voicemail', spoken })
const open = (id: string, parent: Parent = null): FlowStep => ({
  id,
  parent,
  kind: 'open',
  condition: { by: 'campaign' },
})
const menu = (id: string, keys: ('1' | '2')[], otherwiseAs: '1' | null, parent: Parent = null): FlowStep => ({
  ...{ id, parent, kind: 'menu', spoken, seconds: 5, repeats: 1, otherwiseAs },
  keys: keys.map((key) => ({ key, label: '' })),
})
const problems = (...steps: FlowStep[]) =>
  problemsOf({ settings, steps }).map(({ kind, stepId, branch }) => [kind, stepId, branch])

test('the top level must end', () => {
  expect(problems()).toEqual([['no_end', null, null]])
  expect(problems(say('a'))).toEqual([['no_end', null, null]])
  expect(problems(say('a'), end('b'))).toEqual([])
})

test('each branch ends, or goes on with the steps that follow', () => {
  const closed = { id: 'o', branch: 'closed' as const }
  expect(problems(open('o'), end('b', closed))).toEqual([['no_end', 'o', 'open']])
  expect(problems(open('o'), end('b', closed), end('c'))).toEqual([])
  const deep = { id: 'm', branch: '2' as const }
  expect(problems(menu('m', ['1', '2'], '1'), end('b', deep))).toEqual([['no_end', 'm', '1']])
  expect(problems(menu('m', ['1'], null), end('b', { id: 'm', branch: '1' }))).toEqual([['no_end', 'm', 'otherwise']])
})

test('steps after an end are named, also after branches that all end', () => {
  expect(problems(end('a'), say('b'))).toEqual([['after_end', 'b', null]])
  const both = [end('b', { id: 'o', branch: 'open' }), end('c', { id: 'o', branch: 'closed' })]
  expect(problems(open('o'), ...both, end('d'))).toEqual([['after_end', 'd', null]])
})

test('a ring step without phones is named', () => {
  const ring = { whom: { by: 'list' as const, targets: [] }, order: 'together' as const, seconds: 20 }
  const step: FlowStep = {
    id: 'r',
    parent: null,
    kind: 'ring',
    ring: { ...ring, knownFirst: true, onShiftOnly: false },
  }
  expect(problems(step, end('a'))).toEqual([['no_phones', 'r', null]])
})

test('a call goes on after a branch with the step that follows it, and passes an empty branch', () => {
  const steps = [open('o'), say('a', { id: 'o', branch: 'open' }), say('b')]
  expect(stepAfter(steps, steps[1] as FlowStep)?.id).toBe('b')
  expect(firstIn(steps, { id: 'o', branch: 'open' })?.id).toBe('a')
  expect(firstIn(steps, { id: 'o', branch: 'closed' })?.id).toBe('b')
  expect(stepAfter(steps, steps[2] as FlowStep)).toBeUndefined()
})

test('branches are at most four deep, and parents come first', () => {
  const nested = (depth: number) =>
    Array.from({ length: depth + 1 }, (_, i) => open(`o${i}`, i ? { id: `o${i - 1}`, branch: 'open' } : null))
  expect(FlowContent.safeParse({ settings, steps: nested(4) }).success).toBe(true)
  expect(FlowContent.safeParse({ settings, steps: nested(5) }).success).toBe(false)
  expect(FlowContent.safeParse({ settings, steps: nested(1).reverse() }).success).toBe(false)
  expect(FlowContent.safeParse({ settings, steps: [open('o'), say('a', { id: 'o', branch: '1' })] }).success).toBe(
    false,
  )
})
