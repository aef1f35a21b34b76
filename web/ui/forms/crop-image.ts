/** A square in the picture's pixels. */
export type Square = { x: number; y: number; width: number; height: number }

/** The browser cannot decode the file. */
export class NotAPicture extends Error {}

/** The file as an object URL. Throws NotAPicture. */
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

/** The cropped square, `side` pixels wide. Re-encoding drops the file's metadata. */
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
