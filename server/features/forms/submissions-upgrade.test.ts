import type pg from 'pg'
import { expect, inject, test } from 'vitest'
import { withClient } from '../../platform/db/connections.ts'
import { newId } from '../../platform/ids.ts'
import { emptyDatabase, version } from '../../testing/database/versions.ts'

const [businessId, campaignId, statusId, form, unused] = [newId(), newId(), newId(), newId(), newId()]
const at = (minutes: number) => new Date(Date.parse('2026-03-01T10:00:00Z') + minutes * 60_000).toISOString()

/** Enquiries of a lead, in their order: minutes, and whether by the form. */
const leads: { minutes: number; byForm: boolean }[][] = [
  [{ minutes: 1, byForm: true }],
  [
    { minutes: 2, byForm: true },
    { minutes: 30, byForm: true },
    { minutes: 40, byForm: false },
  ],
  [
    { minutes: 3, byForm: false },
    { minutes: 50, byForm: true },
  ],
  [{ minutes: 4, byForm: false }],
]

async function writeRows(admin: pg.Client) {
  const insert = (table: string, row: object) =>
    admin.query(
      `insert into ${table} (${Object.keys(row).join()}) values (${Object.keys(row).map((_, i) => `$${i + 1}`)})`,
      Object.values(row),
    )
  const own = { business_id: businessId }
  await insert('businesses', { ...own, name: 'Alon' })
  await insert('campaigns', { ...own, id: campaignId, name: 'Kitchens' })
  const status = { name_he: 'חדש', name_en: 'New', hue: 'blue', type: 'Open', position: 1 }
  await insert('lead_statuses', { ...own, id: statusId, ...status })
  for (const id of [form, unused]) {
    const content = { key: id, name: 'Landing', languages: ['he'], fields: '[]', texts: '{}', source: 'website' }
    await insert('forms', { ...own, id, campaign_id: campaignId, ...content })
  }
  for (const enquiries of leads) {
    const lead = { id: newId(), campaign_id: campaignId, status_id: statusId, name: 'Dana', source: 'website' }
    await insert('leads', { ...own, ...lead, email: `${lead.id}@example.test` })
    for (const { minutes, byForm } of enquiries) {
      const enquiry = { id: newId(), lead_id: lead.id, at: at(minutes), source: 'website' }
      await insert('lead_enquiries', { ...own, ...enquiry, form_id: byForm ? form : null })
    }
  }
}

test('the submissions of forms of a database of 0018 are counted from its enquiries', async () => {
  const [url, before, after] = [await emptyDatabase('of_0018'), await version(), await version()]
  await before.remove('migrations/0019_form_submissions.sql')
  await before.prepare(url)
  const adminUrl = Object.assign(new URL(inject('databases').adminUrl), { pathname: new URL(url).pathname }).href
  await withClient(adminUrl, async (admin) => {
    await admin.query(`set app.business_id = '${businessId}'`)
    await writeRows(admin)
    await after.prepare(url)
    const { rows } = await admin.query(
      `select form_id, new_leads::int, repeats::int, spam::int, last_at, last_lead_at from form_submissions
        where business_id = $1`,
      [businessId],
    )
    // Two leads came by the form; one wrote again, and one of another source wrote by it.
    expect(rows).toMatchObject([{ form_id: form, new_leads: 2, repeats: 2, spam: 0 }])
    const moments = [rows[0].last_at, rows[0].last_lead_at].map((moment) => new Date(moment).toISOString())
    expect(moments).toEqual([at(50), at(2)])
  })
})
