import { writeFile } from 'node:fs/promises'
import { cpus, release, totalmem } from 'node:os'
import { DATA_DIR, LEADS } from './world.ts'

export type Row = {
  name: string
  value: string
  target: string
  reached: boolean
  rps?: number
  p50?: number
  p99?: number
}

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Linux ${release()}, Node ${process.version}`
const figure = (value: number | undefined, digits = 0) =>
  value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits)

/** Prints rows of the table as Markdown, each part as soon as it is measured. */
export function print(rows: Row[]) {
  for (const { name, rps, p50, p99, value, target, reached } of rows) {
    console.log(
      `| ${name} | ${figure(rps)} | ${figure(p50, 1)} | ${figure(p99, 1)} | ${value} | ${target} | ${target === '' ? '' : reached ? '✓' : '✗'} |`,
    )
  }
}

/** Prints the whole table and stores it as JSON in the data folder. */
export async function report(rows: Row[], memoryMib: number) {
  console.log(`\n${LEADS.toLocaleString('en')} leads · ${machine()} · server's memory ${Math.round(memoryMib)} MiB\n`)
  console.log('| work | requests/s | p50 ms | p99 ms | result | must reach | |\n|---|---:|---:|---:|---|---|---|')
  print(rows)
  const file = `${DATA_DIR}/bench.json`
  await writeFile(file, JSON.stringify({ leads: LEADS, machine: machine(), memoryMib, rows }, null, 2))
  console.log(`\nAlso in ${file}`)
}
