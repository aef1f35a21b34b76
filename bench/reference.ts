import Fastify from 'fastify'
import pg from 'pg'

/** Reference of all figures: one fixed index read and one stored total, without sign-in, validation or policies. */
const [url, business, port] = process.argv.slice(2) as [string, string, string]
const pool = new pg.Pool({ connectionString: url, max: 10 })
const app = Fastify()
app.get('/', async () => {
  const [leads, total] = await Promise.all([
    pool.query(
      `select id, name, phone, email, campaign_id, status_id, source, created_at from leads
       where business_id = $1 and deleted_at is null order by created_at desc, id desc limit 10`,
      [business],
    ),
    pool.query("select total from lead_counts where business_id = $1 and facet = 'all' and key = ''", [business]),
  ])
  return { leads: leads.rows, total: total.rows[0].total }
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
