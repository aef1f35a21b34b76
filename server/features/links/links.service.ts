import { type CampaignLink, type LinkChange, targetOf } from '#contract/values/links.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import * as queries from './links.queries.ts'
import { newCode } from './links.rules.ts'

/** A link as stored, without the installation's address. */
export type StoredLink = queries.StoredLink

/** Converts a link to the contract's shape. `shortLinks` is the prefix of short addresses: `https://…/l`. */
export const asLink = ({ id, url, label, utm, code, clicks }: StoredLink, shortLinks: string): CampaignLink => ({
  _id: id,
  url,
  label,
  source: utm.source ?? null,
  utm,
  target: targetOf(url, utm),
  shortUrl: `${shortLinks}/${code}`,
  clicks,
})

/**
 * Replaces the campaign's links with these, in this order. The caller has locked the campaign's row. A link that keeps
 * its id keeps its short address and clicks. Returns [before, after] for the event, or undefined if nothing changed.
 */
export async function replaceLinks(
  tx: Db,
  businessId: string,
  { campaignId, links }: { campaignId: string; links: LinkChange[] },
): Promise<[unknown, unknown] | undefined> {
  const before = await queries.listLinks(tx, businessId, campaignId)
  const kept = keptIds(before, links)
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length) await queries.deleteLinks(tx, businessId, gone)
  for (const [position, { _id, url, label, utm }] of links.entries()) {
    const values = { url, label, utm: filled(utm), position }
    if (_id) await queries.updateLink(tx, businessId, { id: _id, ...values })
    else await insertWithCode(tx, businessId, { campaignId, ...values })
  }
  const after = await queries.listLinks(tx, businessId, campaignId)
  const withoutClicks = (all: StoredLink[]) => all.map(({ clicks: _, ...link }) => link)
  const change: [unknown, unknown] = [withoutClicks(before), withoutClicks(after)]
  return JSON.stringify(change[0]) === JSON.stringify(change[1]) ? undefined : change
}

/** Returns the kept ids. Each must occur once and belong to one of the campaign's own links. */
function keptIds(before: StoredLink[], links: LinkChange[]) {
  const own = new Set(before.map(({ id }) => id))
  const kept = new Set<string>()
  for (const { _id } of links) {
    if (_id === undefined) continue
    if (!own.has(_id) || kept.has(_id)) throw new AppError('link_not_found')
    kept.add(_id)
  }
  return kept
}

/** Number of attempts to find an unused code. All of them fail only if nearly all codes are in use. */
const TRIES = 10

async function insertWithCode(tx: Db, businessId: string, values: queries.LinkValues & { campaignId: string }) {
  for (let tries = 0; tries < TRIES; tries++)
    if (await queries.insertLink(tx, businessId, { id: newId(), code: newCode(), ...values })) return
  throw new Error('No short address is free')
}

const filled = (utm: LinkChange['utm']) => Object.fromEntries(Object.entries(utm).filter(([, value]) => value))
