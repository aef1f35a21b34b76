import sharp from 'sharp'
import { z } from 'zod'
import { email, line } from '#contract/common.ts'
import { isCompanyNumber } from '#contract/values/company-number.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { parse } from '../../platform/http/parsing.ts'
import { newId } from '../../platform/ids.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import * as queries from './entities.queries.ts'
import { type Certificate, expiryOf } from './pdf/signature.ts'
import { dealerKinds } from './tax.rules.ts'

const PURPOSE = 'certificates of legal entities'
/** Width of the logo in the PDF, in pixels. */
const LOGO_PIXELS = 600

const EntityInput = z.object({
  number: z.string().refine(isCompanyNumber, 'invalid_company_number'),
  name: line(100, 1),
  dealerKind: z.enum(dealerKinds),
  address: line(200, 1),
  phone: line(30).default(''),
  email: z.union([z.literal(''), email]).default(''),
})
export type EntityInput = z.input<typeof EntityInput> & {
  /** An image; null removes it, undefined keeps it. */
  logo?: Buffer | null | undefined
  /** Required for a new entity. */
  certificate?: Certificate | undefined
}

/**
 * Stores the operator's legal entity, which issues all documents from now on. One is recognised by its number: each has its
 * own series of document numbers, and issued documents keep what they showed.
 */
export async function setEntity({ workerDb, env, now }: Pick<Deps, 'workerDb' | 'env' | 'now'>, input: EntityInput) {
  const { logo, certificate, ...given } = input
  const wanted = parse(EntityInput, given)
  const drawn = logo && (await drawLogo(logo))
  return workerDb.transaction().execute(async (tx) => {
    const before = await queries.findEntityByNumber(tx, wanted.number)
    const id = before?.id ?? newId()
    const signing = certificate ? sealed(env.secretKey, id, certificate, now()) : before
    if (!signing) throw invalidInput('certificate', 'required')
    const stored = {
      ...{ ...wanted, id },
      logo: drawn === undefined ? (before?.logo ?? null) : drawn,
      ...{ certificate: signing.certificate, certificateUntil: new Date(signing.certificateUntil) },
    }
    await queries.upsertCurrent(tx, stored)
    return { ...wanted, certificateUntil: stored.certificateUntil }
  })
}

function sealed(secretKey: string, id: string, certificate: Certificate, now: Date) {
  const certificateUntil = expiryIn(certificate)
  if (certificateUntil <= now) throw invalidInput('certificate', 'certificate_expired')
  const text = JSON.stringify({ p12: certificate.p12.toString('base64'), passphrase: certificate.passphrase })
  return { certificate: seal(secretKey, { purpose: PURPOSE, place: id }, text), certificateUntil }
}

function expiryIn(certificate: Certificate) {
  try {
    return expiryOf(certificate)
  } catch {
    throw invalidInput('certificate', 'certificate_unreadable')
  }
}

const drawLogo = (logo: Buffer) =>
  sharp(logo)
    .resize({ width: LOGO_PIXELS, height: LOGO_PIXELS, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
    .catch(() => {
      throw invalidInput('logo', 'image_type')
    })

/** Logo and certificate of the entity that issued a document. Runs as the worker's role. */
export async function findSigning(workerDb: Db, secretKey: string, of: { businessId: string; id: string }) {
  const { id, name, logo, certificate } = await queries.findEntityOf(workerDb, of.businessId, of.id)
  const text = unseal(secretKey, { purpose: PURPOSE, place: id }, certificate)
  const { p12, passphrase } = JSON.parse(text) as { p12: string; passphrase: string }
  return { name, logo, certificate: { p12: Buffer.from(p12, 'base64'), passphrase } }
}

/** Billing starts only with a legal entity. Runs as the worker's role. */
export const hasEntity = async (workerDb: Db) => (await queries.findCurrentId(workerDb)) !== undefined
