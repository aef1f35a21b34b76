/** Names in the storage, made of the id alone; nothing of the user's name is in them. */
const nameOf = (fileId: string, ending: string) => `files/${fileId.replaceAll('-', '')}${ending}`

export const contentOf = (fileId: string) => nameOf(fileId, '.bin')
/** Pictures that the server made of it; not every file has them. */
export const previewOf = (fileId: string) => nameOf(fileId, 'p.webp')
export const thumbnailOf = (fileId: string) => nameOf(fileId, 't.webp')
export const storedNamesOf = (fileId: string) => [contentOf(fileId), previewOf(fileId), thumbnailOf(fileId)]
