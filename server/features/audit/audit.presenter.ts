import type { AuditRow } from '#contract/audit.ts'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS, type AuditKind } from '#contract/events/events.ts'
import { positionText } from '../../platform/events/position.ts'
import { deviceOf } from '../../platform/http/content/devices.ts'
import type { AuditEvent, NamedPerson } from './audit.queries.ts'
import { detailsOf, kindOf, type Subject, subjectOf } from './audit.rules.ts'
import { actionOf, isLarge, labelOf, type Names, piecesOf } from './audit-texts.ts'

/** Present names of everything that the events of a page refer to. */
export type Known = { names: Names; people: ReadonlyMap<string, NamedPerson>; there: ReadonlySet<string> }

export function toRow(event: AuditEvent, known: Known, language: Language): AuditRow {
  const subject = subjectOf(event)
  const reader = { names: known.names, language }
  return {
    _id: event.id,
    position: positionText(event),
    at: event.at,
    event: event.name,
    kind: kindOf(event.name) as AuditKind,
    by: actorOf(event, known),
    action: actionOf(event.name, language),
    subject: subject && toSubject(subject, known),
    details: detailsOf(event)
      .map(({ field, before, after }) => ({
        name: field,
        label: labelOf(field, language),
        before: before === undefined || isLarge(field) ? null : piecesOf(field, before, reader),
        after: piecesOf(field, after, reader),
        isChange: before !== undefined,
      }))
      .filter(({ isChange, after }) => isChange || after.length > 0),
    from: originOf(event),
  }
}

function actorOf({ actor }: AuditEvent, { people, names }: Known): AuditRow['by'] {
  if ('userId' in actor) {
    const person = people.get(actor.userId)
    return { kind: 'person', _id: actor.userId, name: person?.name || null, image: person?.image ?? null }
  }
  const image = null
  if ('keyId' in actor) return { kind: 'key', _id: actor.keyId, name: names.get(actor.keyId) ?? null, image }
  if ('formId' in actor) return { kind: 'form', _id: actor.formId, name: names.get(actor.formId) ?? null, image }
  if ('sourceId' in actor) return { kind: 'form', _id: actor.sourceId, name: names.get(actor.sourceId) ?? null, image }
  if ('automationId' in actor)
    return { kind: 'automation', _id: actor.automationId, name: names.get(actor.automationId) ?? null, image }
  return { kind: 'system', _id: null, name: null, image }
}

/** Present name if it still exists, else the name at the time. */
const toSubject = (
  { kind, id, campaignId, storedName, isPagePermanent }: Subject,
  { names, people, there }: Known,
) => ({
  kind,
  _id: id,
  campaignId: campaignId === ALL_CAMPAIGNS ? null : campaignId,
  name: (id ? (people.get(id)?.name ?? names.get(id)) : null) || storedName,
  isThere: isPagePermanent === true || (id !== null && (there.has(id) || people.has(id))),
})

function originOf({ personal }: AuditEvent): AuditRow['from'] {
  const from = personal?.from as { ip?: string; agent?: string } | undefined
  if (!from?.ip) return null
  const { browser, system } = deviceOf(from.agent ?? null)
  // A client that is not a browser is shown by its user agent.
  const device = [browser, system].filter(Boolean).join(', ') || (from.agent ?? '')
  return { ip: from.ip, device }
}
