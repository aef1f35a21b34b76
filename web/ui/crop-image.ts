/** A square of a picture, in its own pixels. */
export type Square = { x: number; y: number; width: number; height: number }

/** What the browser cannot show: no picture, or none that it knows. */
export class NotAPicture extends Error {}

/** The picture as an address that the page may show. Throws NotAPicture. */
export async function readPicture(file: Blob): Promise<string> {
  const source = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new NotAPicture())
    reader.readAsDataURL(file)
  })
  await loadPicture(source)
  return source
}

async function loadPicture(source: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = source
  await picture.decode().catch(() => {
    throw new NotAPicture()
  })
  return picture
}

/** The square alone, `side` pixels wide: less to send, and nothing of the file but its pixels. */
export async function cropPicture(source: string, { x, y, width, height }: Square, side: number): Promise<Blob> {
  const picture = await loadPicture(source)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new NotAPicture()
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, x, y, width, height, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!blob) throw new NotAPicture()
  return blob
}
