/** What the share sheet of a phone gives to the installed app (Web Share Target). Read by the service worker, so without Zod. */
export const SHARE_PATH = '/share'
/** Names of the fields of its form. */
export const shareFields = { title: 'title', text: 'text', url: 'url', files: 'files' } as const
/** Files of one act of sharing; further ones are left out. */
export const SHARED_FILES_MAX = 10
/** Characters; longer texts are cut. A comment and the note of a lead hold as many. */
export const SHARED_TEXT_MAX = 5_000
/** How long the device keeps what was shared and not used. */
export const SHARED_MS = 3_600_000

const CONTACTS = ['text/vcard', 'text/x-vcard']
/** What the app offers itself for: pictures, PDFs and contacts. */
export const sharedTypes = ['image/*', 'application/pdf', '.pdf', ...CONTACTS, '.vcf'] as const

type Named = { type: string; name: string }
export const isContactCard = ({ type, name }: Named) => CONTACTS.includes(type.toLowerCase()) || /\.vcf$/i.test(name)
/** Whether a file can be shared with the app. The server detects its real type. */
export const isShareable = (file: Named) =>
  isContactCard(file) ||
  /^image\/(?!svg)|^application\/pdf$/i.test(file.type) ||
  (file.type === '' && /\.(pdf|jpe?g|png|gif|webp|heic|heif|avif|bmp|tiff?)$/i.test(file.name))
