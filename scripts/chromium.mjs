import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, runTool } from './node.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of a Chromium for e2e tests, installed if missing: Debian's package as root, else Playwright's. */
export async function findChromium() {
  const found = process.env.CHROMIUM ?? onPath() ?? (await playwrights())
  if (found) return found
  console.log('Installing Chromium …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const options = { env, stdio: ['ignore', 'ignore', 'inherit'] }
    await run('apt-get', ['update', '-qq'], options)
    await run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', 'chromium'], options)
    if (onPath()) return onPath()
  }
  await runTool('playwright-core/cli.js', ['install', 'chromium'])
  const installed = await playwrights()
  if (installed) return installed
  throw new Error('No Chromium was found or could be installed. Set CHROMIUM to the path of one.')
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

async function playwrights() {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
