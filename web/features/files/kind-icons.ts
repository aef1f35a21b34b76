import {
  type Icon,
  IconFile,
  IconFileMusic,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileWord,
  IconFileZip,
  IconMovie,
  IconPhoto,
  IconPresentation,
} from '@tabler/icons-react'
import type { FileKind } from '#contract/files/files.ts'

export const kindIcons: Record<FileKind, Icon> = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  document: IconFileWord,
  sheet: IconFileSpreadsheet,
  slides: IconPresentation,
  audio: IconFileMusic,
  video: IconMovie,
  archive: IconFileZip,
  text: IconFileText,
  other: IconFile,
}
