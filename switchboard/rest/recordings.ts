import { API_VERSION, rfc2822 } from '../calls/call-params.ts'
import { recordingSeconds } from '../calls/recordings.ts'
import { clock } from '../clock.ts'
import { json } from '../http/serve.ts'
import type { RecordingRow } from '../store/records.ts'
import { fits, pageOf } from './paging.ts'
import { PAGE_PARAMS, param, type RestContext, type RestRoute } from './route.ts'
import { notFound, VendorError } from './vendor-error.ts'

const PER_MINUTE = 0.0025

/** Routes for recordings: their rows and, shortly after the callback, their audio. */
export const recordingRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/Accounts/:account/Recordings.json',
    params: ['CallSid', ...PAGE_PARAMS],
    handle: list,
  },
  {
    method: 'GET',
    path: '/Accounts/:account/Calls/:call/Recordings.json',
    params: PAGE_PARAMS,
    handle: list,
  },
  {
    method: 'GET',
    path: '/Accounts/:account/Recordings/:sid.json',
    handle: (context) => json(200, render(context, findRecording(context))),
  },
  {
    method: 'DELETE',
    path: '/Accounts/:account/Recordings/:sid.json',
    async handle(context) {
      await context.core.recordings.delete(findRecording(context).sid)
      return { status: 204 }
    },
  },
  { method: 'GET', path: '/Accounts/:account/Recordings/:sid.wav', params: ['RequestedChannels'], handle: sound },
  { method: 'GET', path: '/Accounts/:account/Recordings/:sid', params: ['RequestedChannels'], handle: sound },
]

function list(context: RestContext) {
  const rows = context.core.store
    .list('recordings')
    .filter(({ accountSid }) => accountSid === context.account.sid)
    .filter(({ callSid }) => fits(context, { CallSid: callSid }) && (context.ids.call ?? callSid) === callSid)
    .reverse()
  return pageOf(context, 'recordings', rows, (row) => render(context, row))
}

async function sound(context: RestContext) {
  const row = findRecording(context)
  const { core, path } = context
  const wanted = param(context, 'RequestedChannels') ?? (row.conferenceSid ? '1' : String(row.channels))
  if (wanted !== '1' && wanted !== '2') throw new VendorError(400, 20_001, 'RequestedChannels must be 1 or 2')
  if (wanted === '2' && row.channels === 1)
    throw new VendorError(400, 20_001, 'The recording has one channel, two were requested')
  const isThere = row.completedAt !== null && clock.now() - row.completedAt >= core.config.mediaDelayMs
  const body = isThere ? await core.recordings.read(row, wanted === '1' ? 1 : 2) : undefined
  if (!body) throw notFound(path)
  return { status: 200, body, type: 'audio/x-wav' }
}

function findRecording({ core, account, ids, path }: RestContext): RecordingRow {
  const row = core.store.get('recordings', ids.sid ?? '')
  if (row?.accountSid !== account.sid) throw notFound(path)
  return row
}

function render({ core }: RestContext, row: RecordingRow) {
  const seconds = recordingSeconds(row)
  const uri = `/${API_VERSION}/Accounts/${row.accountSid}/Recordings/${row.sid}`
  const isPriced = row.completedAt !== null && clock.now() - row.completedAt >= core.config.priceDelayMs
  return {
    sid: row.sid,
    account_sid: row.accountSid,
    call_sid: row.callSid,
    conference_sid: row.conferenceSid ?? null,
    status: row.status,
    channels: row.channels,
    source: row.source,
    duration: row.completedAt ? String(seconds) : null,
    start_time: rfc2822(row.startedAt),
    error_code: null,
    price: isPriced ? (-PER_MINUTE * Math.ceil(seconds / 60)).toFixed(5) : null,
    price_unit: 'USD',
    encryption_details: null,
    api_version: API_VERSION,
    date_created: rfc2822(row.startedAt),
    date_updated: rfc2822(row.completedAt ?? row.startedAt),
    media_url: core.recordings.urlOf(row),
    uri: `${uri}.json`,
    subresource_uris: {},
  }
}
