import { expect, test } from 'vitest'
import { leadImportRoutes } from '#contract/leads/sheets/lead-import.ts'
import { type ZipEntry, zipOf } from '../../../platform/http/content/zip.ts'
import { testApp } from '../../../testing/test-app.ts'

const it = await testApp()
const owner = await (await it.newBusiness()).member('Owner')

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const parts = {
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="1"/><sheets><sheet name="A" sheetId="1" r:id="rId7"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="t" Target="/xl/worksheets/first.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>Name</t></si><si><t>Phone</t></si><si><t>Start</t></si><si><r><t>Dana</t></r><r><t xml:space="preserve"> Levi</t></r></si></sst>`,
}
const TITLES = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>'
const row = (r = '2') =>
  `<row r="${r}"><c r="A2" t="s"><v>3</v></c><c r="B2"><v>972521234567</v></c><c r="C2" s="1"><v>44561</v></c></row>`
const sheet = (rows: string) => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`

async function upload(changed: Record<string, string | undefined>) {
  const files = { ...parts, 'xl/worksheets/first.xml': sheet(TITLES + row()), ...changed }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [name, text] of Object.entries(files))
      if (text !== undefined) yield { name, bytes: Buffer.from(text), isPacked: true }
  }
  const pieces = await Array.fromAsync(zipOf(entries(), new Date()))
  const file = new Blob([Buffer.concat(pieces)])
  return it.send(leadImportRoutes.upload, owner, { query: { name: 'leads.xlsx' }, file })
}

test('a workbook of another program: shared texts in parts, a date counted from 1904, a sheet at an absolute path', async () => {
  const { status, body } = await upload({})
  expect([status, body.import?.rows]).toEqual([200, 1])
  // Day 44,561 after 1 January 1904.
  expect(body.import.columns.map(({ title, samples }) => [title, samples])).toEqual([
    ['Name', ['Dana Levi']],
    ['Phone', ['972521234567']],
    ['Start', ['2026-01-01']],
  ])
})

test.each([
  ['a row beyond the last one', { 'xl/worksheets/first.xml': sheet(TITLES + row('99999999999')) }, 'file_broken'],
  ['a row without a number in its number', { 'xl/worksheets/first.xml': sheet(TITLES + row('x')) }, 'file_broken'],
  ['entities', { 'xl/workbook.xml': `<!DOCTYPE w [<!ENTITY a "b">]>${parts['xl/workbook.xml']}` }, 'file_broken'],
  [
    'a cell of 20 MB',
    { 'xl/worksheets/first.xml': sheet(`<row><c><v>${'1'.repeat(2e7)}</v></c></row>`) },
    'file_broken',
  ],
  [
    'texts of 61 MB',
    { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(3.6e6)}</sst>` },
    'file_unpacks_too_large',
  ],
  ['no workbook', { 'xl/workbook.xml': undefined }, 'file_not_sheet'],
  ['a sheet that is missing', { 'xl/worksheets/first.xml': undefined }, 'file_broken'],
])('%s is refused', async (_, changed, code) => {
  const { status, body } = await upload(changed)
  expect([status, (body as unknown as { code: string }).code]).toEqual([422, code])
})
