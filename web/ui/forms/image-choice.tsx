import { Picture } from '../display/picture.tsx'
import { AvatarUpload } from './avatar-upload.tsx'

/** A cropped image, uploaded once its business or campaign exists. */
export type ChosenImage = { file: Blob; url: string }

type Props = {
  /** Its first letter is the placeholder. */
  name: string
  chosen: ChosenImage | null
  onChoose: (image: ChosenImage) => void
}

/** Chooses and crops an image before its business or campaign exists. */
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
