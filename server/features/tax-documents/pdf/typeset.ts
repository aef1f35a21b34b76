import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { PdfContent } from './pdf-content.rules.ts'

const { resolve } = createRequire(import.meta.url)
/** Heebo, whole families in one file each; its licence (SIL OFL 1.1) is in the package. */
const fonts = ['400Regular/Heebo_400Regular', '700Bold/Heebo_700Bold']
/** The template may read no file. */
const NO_FOLDER = '/nonexistent/leadline'

let opened: { compiler: NodeCompiler; template: string } | undefined
/** Fonts and template are read with the first document. */
function open() {
  opened ??= {
    compiler: NodeCompiler.create({
      workspace: NO_FOLDER,
      fontArgs: [{ fontBlobs: fonts.map((name) => readFileSync(resolve(`@expo-google-fonts/heebo/${name}.ttf`))) }],
    }),
    template: readFileSync(new URL('document.typ', import.meta.url), 'utf8'),
  }
  return opened
}

/** A tagged PDF (PDF/A-3b) with embedded fonts, in a few milliseconds. */
export function typeset(content: PdfContent): Buffer {
  const { compiler, template } = open()
  const inputs = { data: JSON.stringify(content) }
  const pdf = compiler.pdf({ mainFileContent: template, inputs }, { pdfStandard: 'a-3b' as never })
  compiler.evictCache(1)
  return pdf
}
