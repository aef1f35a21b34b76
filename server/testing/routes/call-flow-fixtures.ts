import { BYTES_A_SECOND, wavOf } from '../../features/call-flows/wav.rules.ts'
import { newId } from '../../platform/ids.ts'
import type { testApp } from '../test-app.ts'
import { testNumber } from '../test-numbers.ts'

type App = Awaited<ReturnType<typeof testApp>>
type Business = Pick<Awaited<ReturnType<App['newBusiness']>>, 'businessId' | 'db'>

/** Ends the call at once. */
const content = JSON.stringify({
  settings: { language: 'en', recording: false, whisper: { isOn: false, text: '' }, screening: false },
  steps: [{ id: 'end', parent: null, kind: 'hangup' }],
})

/** Call flows with a draft, which a number of the campaign uses, and sounds. */
export const callFlowFixtures = (it: App, business: Business, campaignId: string) => {
  const { businessId, db } = business
  return {
    flow: async (isUsed: 'used' | 'unused' = 'used') => {
      const id = newId()
      await db
        .insertInto('call_flows')
        .values({ business_id: businessId, id, name: `Flow ${id}`, draft: content })
        .execute()
      if (isUsed === 'unused') return id
      const { numberId } = await testNumber(it, { ...business, campaignId })
      await db.updateTable('virtual_numbers').set({ flow_id: id }).where('id', '=', numberId).execute()
      return id
    },
    /** A number of the campaign that follows its own routing. */
    number: async () => (await testNumber(it, { ...business, campaignId })).numberId,
    sound: async () => {
      const id = newId()
      await db
        .insertInto('call_sounds')
        .values({ business_id: businessId, id, name: `Sound ${id}`, seconds: 1, wav: Buffer.alloc(16_044) })
        .execute()
      return id
    },
  }
}

/** Silence, as a WAV file of 8 kHz, 16 bits and one channel. */
export const aTelephoneWav = (seconds = 1) => new Uint8Array(wavOf(Buffer.alloc(seconds * BYTES_A_SECOND)))
