/** Maximum number of pictures in one comment. */
export const PICTURES_MAX = 10

/** A picture in the text of a comment: the id of a file of the lead. */
const PICTURE = /\n?<picture:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/gi

/** The text of a comment with its pictures behind it. */
export const withPictures = (text: string, fileIds: readonly string[]) =>
  [text, ...fileIds.map((id) => `<picture:${id}>`)].filter(Boolean).join('\n')

/** The text of a comment without its pictures, and the ids of their files. */
export const picturesOf = (comment: string) => ({
  text: comment.replace(PICTURE, ''),
  pictures: [...comment.matchAll(PICTURE)].map(([, id = '']) => id.toLowerCase()),
})

/** The text where pictures cannot be shown. */
export const withoutPictures = (comment: string) =>
  comment.replace(PICTURE, (picture) => (picture.startsWith('\n') ? '\n🖼' : '🖼'))
