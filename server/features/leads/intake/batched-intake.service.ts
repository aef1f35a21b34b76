import type { Db } from '../../../platform/db/db.ts'
import { type TakenLead, takeLead, takeLeads } from './intake.queries.ts'

/** So many statements of one scope are on their way at once; what comes meanwhile waits for the next, and travels together. */
const STATEMENTS = 2
const LEADS_AT_ONCE = 64

type Outcome = Awaited<ReturnType<typeof takeLead>>
type Waiting = { lead: TakenLead; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

const intakes = new WeakMap<Db, Intake>()

/**
 * Stores a lead like takeLead. Where many come at once those that wait share a transaction, whose cost is then theirs
 * together; a lead that comes alone waits for nobody.
 */
export function takeLeadTogether(db: Db, businessId: string, lead: TakenLead): Promise<Outcome> {
  const intake = intakes.get(db) ?? new Intake(db, businessId)
  intakes.set(db, intake)
  return intake.take(lead)
}

class Intake {
  readonly #db: Db
  readonly #businessId: string
  #waiting: Waiting[] = []
  #running = 0

  constructor(db: Db, businessId: string) {
    this.#db = db
    this.#businessId = businessId
  }

  take(lead: TakenLead): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lead, resolve, reject })
      this.#next()
    })
  }

  #next() {
    if (this.#running === STATEMENTS || this.#waiting.length === 0) return
    const together = this.#waiting.splice(0, LEADS_AT_ONCE)
    this.#running++
    this.#store(together).finally(() => {
      this.#running--
      this.#next()
    })
  }

  async #store(together: Waiting[]) {
    const [first, ...rest] = together
    if (first && rest.length === 0) return this.#storeOne(first)
    try {
      const leads = together.map(({ lead }) => lead)
      const outcomes = await takeLeads(this.#db, this.#businessId, leads)
      for (const [i, { resolve }] of together.entries()) resolve(outcomes[i] as Outcome)
    } catch (error) {
      // What PostgreSQL refused is undone wholly: one lead must not keep the others out. Without its word nobody knows
      // what was stored, and a second try might make a repeat enquiry of it.
      if (isRefusal(error)) await Promise.all(together.map((one) => this.#storeOne(one)))
      else for (const { reject } of together) reject(error)
    }
  }

  #storeOne({ lead, resolve, reject }: Waiting) {
    return takeLead(this.#db, this.#businessId, lead).then(resolve, reject)
  }
}

/** Integrity and data errors: classes 22 and 23 of SQLSTATE. */
const isRefusal = (error: unknown) => /^2[23]/.test(String((error as { code?: unknown } | null)?.code))
