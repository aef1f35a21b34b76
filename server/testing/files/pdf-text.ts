import { PDFiumLibrary } from '@hyzyla/pdfium'

let library: Promise<PDFiumLibrary> | undefined

/** The lines of a PDF as PDFium reads them: what a person copies in Chrome or Edge. */
export async function pdfLines(pdf: Buffer): Promise<string[]> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  const text = [...document.pages()].map((page) => page.getText()).join('\n')
  document.destroy()
  return text.split(/\r?\n/).map((line) => line.trim())
}
