import { expect, test } from 'vitest'
import type { StatusType } from '#contract/leads/lead-status.ts'
import { statusChips } from './status-chips.ts'

const status = (_id: string, type: StatusType) => ({ _id, type })
const all = [
  status('new', 'Open'),
  status('trying', 'Ongoing'),
  status('meeting', 'Ongoing'),
  status('later', 'On hold'),
  status('won', 'Won'),
  status('lost', 'Lost'),
  status('wrong number', 'Lost'),
]
const without = (...ids: string[]) => all.filter(({ _id }) => !ids.includes(_id))

test.each([
  ['the next one, won, lost', 'new', all, ['trying', 'won', 'lost']],
  ['from where the lead is', 'trying', all, ['meeting', 'won', 'lost']],
  ['after the last one, from the beginning', 'later', all, ['new', 'won', 'lost']],
  ['of a lead that was won, back on the way', 'won', all, ['trying', 'meeting', 'lost']],
  ['of a lost one, the other reason is lost, too', 'lost', all, ['trying', 'won', 'wrong number']],
  ['without won, two on the way', 'new', without('won'), ['trying', 'meeting', 'lost']],
  ['what there is', 'new', without('trying', 'meeting', 'later'), ['won', 'lost']],
  ['a status that the campaign does not offer any more', 'gone', all, ['trying', 'won', 'lost']],
  ['nothing else', 'new', all.slice(0, 1), []],
])('offers %s', (_what, current, statuses, expected) => {
  expect(statusChips(statuses, current).map(({ _id }) => _id)).toEqual(expected)
})
