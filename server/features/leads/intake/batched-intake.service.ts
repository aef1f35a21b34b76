import type { Db } from '../../../platform/db/db.ts'
import { ingestLead, ingestLeads } from './intake.queries.ts'
import type { LeadInput } from './lead-input.rules.ts'

/** Maximum number of batches in flight per business. */
const BATCHES_IN_FLIGHT = 2
const BATCH_SIZE = 64

type Outcome = Awaited<ReturnType<typeof ingestLead>>
type PendingLead = { lead: LeadInput; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

const intakes = new WeakMap<Db, Intake>()

/** Same as ingestLead, but leads that arrive while batches are in flight share one transaction. */
export function ingestLeadBatched(db: Db, businessId: string, lead: LeadInput): Promise<Outcome> {
  const intake = intakes.get(db) ?? new Intake(db, businessId)
  intakes.set(db, intake)
  return intake.add(lead)
}

class Intake {
  readonly #db: Db
  readonly #businessId: string
  #waiting: PendingLead[] = []
  #running = 0

  constructor(db: Db, businessId: string) {
    this.#db = db
    this.#businessId = businessId
  }

  add(lead: LeadInput): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lead, resolve, reject })
      this.#next()
    })
  }

  #next() {
    if (this.#running === BATCHES_IN_FLIGHT || this.#waiting.length === 0) return
    const batch = this.#waiting.splice(0, BATCH_SIZE)
    this.#running++
    this.#store(batch).finally(() => {
      this.#running--
      this.#next()
    })
  }

  async #store(batch: PendingLead[]) {
    const [first, ...rest] = batch
    if (first && rest.length === 0) return this.#storeOne(first)
    try {
      const leads = batch.map(({ lead }) => lead)
      const outcomes = await ingestLeads(this.#db, this.#businessId, leads)
      for (const [i, { resolve }] of batch.entries()) resolve(outcomes[i] as Outcome)
    } catch (error) {
      // If PostgreSQL refuses a batch, it is rolled back, and each lead is retried alone, so that one bad lead does not
      // reject the others. After any other error the outcome is unknown, and a retry could store a repeat enquiry.
      if (isRefusal(error)) await Promise.all(batch.map((one) => this.#storeOne(one)))
      else for (const { reject } of batch) reject(error)
    }
  }

  #storeOne({ lead, resolve, reject }: PendingLead) {
    return ingestLead(this.#db, this.#businessId, lead).then(resolve, reject)
  }
}

/** Integrity and data errors: classes 22 and 23 of SQLSTATE. */
const isRefusal = (error: unknown) => /^2[23]/.test(String((error as { code?: unknown } | null)?.code))
