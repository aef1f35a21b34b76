import { AvatarUpload } from './avatar-upload.tsx'
import { Picture } from './picture.tsx'

/** An image for something that does not exist yet, kept until it does. */
export type ChosenImage = { file: Blob; url: string }

type Props = {
  /** Of the thing: its first letter stands in for the image. */
  name: string
  chosen: ChosenImage | null
  onChoose: (image: ChosenImage) => void
}

/** Lets one choose and crop an image before there is anything to upload it to. */
export function ImageChoice({ name, chosen, onChoose }: Props) {
  return (
    <AvatarUpload hasImage={chosen !== null} onUpload={async (file) => onChoose({ file, url: await asDataUrl(file) })}>
      <Picture size="xl" id="new" name={name} image={chosen?.url ?? null} />
    </AvatarUpload>
  )
}

const asDataUrl = (file: Blob) =>
  new Promise<string>((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => failed(reader.error ?? new Error('The image could not be read'))
    reader.readAsDataURL(file)
  })
