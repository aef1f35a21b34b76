import sharp from 'sharp'
import { PREVIEW_SIDE, THUMBNAIL_SIDE } from '#contract/files/files.ts'
import { contentOf, previewOf, thumbnailOf } from '../../server/features/files/stored-names.rules.ts'
import { idAt, type MadeLead } from '../../server/testing/factories.ts'

const HOUR = 3_600_000

/** A kitchen in plain colours: wall, worktop, fronts and floor. */
const kitchen = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
  <rect width="1200" height="800" fill="#e9e4da"/><rect y="620" width="1200" height="180" fill="#b99b77"/>
  <rect x="80" y="120" width="1040" height="150" fill="#7d9a86"/><rect x="80" y="400" width="1040" height="24" fill="#5a5148"/>
  <rect x="80" y="424" width="1040" height="196" fill="#7d9a86"/>
  <path d="M340 120v150M600 120v150M860 120v150M340 424v196M600 424v196M860 424v196" stroke="#64806d" stroke-width="6"/>
</svg>`

/** A plan of one page: the outline of a room with its door and window. */
function plan() {
  const drawing = '2 w 60 500 400 260 re S 60 560 60 4 re f 200 756 140 8 re f 90 530 120 60 re S 330 530 100 180 re S'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 520 842] /Contents 4 0 R >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R /Size 5 >>\n%%EOF\n`)
}

const sheet = 'פריט,כמות,מחיר\nארון תחתון 60,4,"1,850"\nמשטח עבודה,3.2,940\n'

type Made = { leads: readonly MadeLead[]; userId: string; now: Date }
/** Files of the newest lead that was answered: rows, and the contents by their stored names. */
export async function makeFiles(businessId: string, { leads, userId, now }: Made) {
  const [lead] = leads
    .filter(({ row, comments }) => row.business_id === businessId && !row.deleted_at && comments.length > 0)
    .toSorted((one, other) => (one.row.created_at < other.row.created_at ? 1 : -1))
  if (!lead) return { rows: [], contents: [] }
  const picture = await sharp(Buffer.from(kitchen)).jpeg().toBuffer()
  const files = [
    { name: 'המטבח היום.jpg', type: 'image/jpeg', preview: 'image', content: picture },
    { name: 'שרטוט מטבח.pdf', type: 'application/pdf', preview: 'pdf', content: plan() },
    { name: 'הצעת מחיר.csv', type: 'text/csv', preview: 'none', content: Buffer.from(`\ufeff${sheet}`) },
  ].map((file, at) => ({
    ...file,
    at: new Date(now.getTime() - (3 - at) * HOUR),
    id: idAt(new Date(now.getTime() - (3 - at) * HOUR)),
  }))
  const rows = files.map(({ id, name, type, preview, content, at }) => ({
    business_id: businessId,
    id,
    lead_id: lead.row.id,
    user_id: userId,
    ...{ name, type, preview, bytes: content.length, created_at: at.toISOString() },
  }))
  const small = (side: number, fit: 'inside' | 'cover') => sharp(picture).resize(side, side, { fit }).webp().toBuffer()
  const pictures = await Promise.all(
    files
      .filter(({ preview }) => preview === 'image')
      .flatMap(({ id }) => [
        small(PREVIEW_SIDE, 'inside').then((content) => ({ name: previewOf(id), content })),
        small(THUMBNAIL_SIDE, 'cover').then((content) => ({ name: thumbnailOf(id), content })),
      ]),
  )
  return { rows, contents: [...files.map(({ id, content }) => ({ name: contentOf(id), content })), ...pictures] }
}
