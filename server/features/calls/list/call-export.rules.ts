import type { Language } from '#contract/constants.ts'
import { wallTimeOf } from '#contract/values/clock.ts'
import { maskPhone } from '#contract/values/masks.ts'
import { translate } from '../../../platform/texts.ts'
import type { Named } from '../../names/names.cache.ts'
import type { CallRow } from '../calls.presenter.ts'

type Text = (key: string) => string
/** `named`: names by the ids from `idsOf`. */
type Reader = { named: Named; isMasked: boolean }
type Column = { name: string; of: (row: CallRow, text: Text, reader: Reader) => string }
function callerOf(row: CallRow, text: Text, { isMasked }: Reader) {
  const caller = row.caller ?? row.caller_text
  if (caller) return isMasked ? maskPhone(caller) : caller
  return row.erased_at ? '' : text('withheld')
}
const columns: Column[] = [
  { name: 'time', of: (row) => wallTimeOf(row.started_at) },
  { name: 'direction', of: (row, text) => text(row.direction) },
  { name: 'status', of: (row, text) => (row.status ? text(row.status) : '') },
  { name: 'caller', of: callerOf },
  { name: 'lead', of: (row) => row.lead_name ?? '' },
  { name: 'source', of: (row) => row.lead_source ?? '' },
  { name: 'tags', of: (row) => (row.lead_tags ?? []).join('; ') },
  { name: 'campaign', of: (row, _, { named }) => named.get(row.campaign_id ?? '')?.name ?? '' },
  { name: 'number', of: (row, _, { named }) => named.get(row.number_id ?? '')?.name ?? '' },
  { name: 'label', of: (row, _, { named }) => named.get(row.number_id ?? '')?.detail ?? '' },
  {
    name: 'answered_by',
    of: (row, _, { named }) => named.get(row.answered_by ?? '')?.name ?? row.answered_phone ?? '',
  },
  { name: 'ring', of: (row) => String(row.ring_s ?? '') },
  { name: 'talk', of: (row) => String(row.talk_s) },
  { name: 'first_time', of: (row, text) => text(row.is_first_time ? 'yes' : 'no') },
  { name: 'recording', of: (row, text) => text(row.recording?.state === 'stored' ? 'yes' : 'no') },
]

const textsOf = (language: Language) => (key: string) => translate(language, 'call-export', key)
export const headOf = (language: Language) => columns.map(({ name }) => textsOf(language)(name))
export const lineOf = (row: CallRow, { language, ...reader }: Reader & { language: Language }) =>
  columns.map(({ of }) => of(row, textsOf(language), reader))
