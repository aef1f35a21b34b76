import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'
import qcms from 'pdfjs-dist/wasm/qcms_bg.wasm?url'

GlobalWorkerOptions.workerSrc = worker

/** Decoders of scanned pages, under the names that the build gave them. */
const binaries: Record<string, string> = {
  'jbig2.wasm': jbig2,
  'openjpeg.wasm': openjpeg,
  'qcms_bg.wasm': qcms,
}
class Binaries {
  async fetch({ filename }: { filename: string }) {
    const url = binaries[filename]
    if (!url) throw new Error(`${filename} is not shipped`)
    return new Uint8Array(await (await fetch(url)).arrayBuffer())
  }
}

export type Pdf = PDFDocumentProxy
/** Opens a PDF; it is read in a worker, which runs none of its scripts. */
export const openPdf = (url: string) =>
  getDocument({
    url,
    disableRange: true,
    enableXfa: false,
    useWorkerFetch: false,
    BinaryDataFactory: Binaries,
  })
