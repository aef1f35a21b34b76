import { type Check, linesWith, sources } from './check.ts'

/** Paths that exist on one machine only; built from parts, so that this file does not hold one itself. */
const MACHINE = new RegExp(`(^|[\\s"'\`(=:])/(${['work', 'root', 'home/[a-z]\\w*', 'Users/\\w+'].join('|')})/`)

/** No source contains a path of the machine on which it was written. */
export const checkMachinePaths: Check = (root) => {
  const files = sources(
    root,
    ['**/*.{ts,tsx,mjs,cjs,js,json,md,sql,css,html,yaml,yml}', '.*', '.ci/*'].map(String),
  ).filter(({ path }) => path !== 'package-lock.json')
  return { seen: files.length, problems: linesWith(files, MACHINE, 'a path of one machine') }
}

type Lock = { packages: Record<string, { optionalDependencies?: Record<string, string> }> }

/**
 * The lock file must work with any registry and system. npm omits packages for other systems that it could not find,
 * and then refuses to install from that lock file.
 */
export const checkLockFile: Check = (root) => {
  const files = sources(root, 'package-lock.json')
  const missing = files.flatMap(({ text }) => {
    const { packages } = JSON.parse(text) as Lock
    const paths = Object.keys(packages)
    return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !paths.some((other) => other.endsWith(`node_modules/${name}`)))
        .map((name) => `package-lock.json lacks ${name}, which ${path} may need on another system`),
    )
  })
  return {
    seen: files.length,
    problems: [...linesWith(files, /"resolved":\s*"http/, 'an address of a registry'), ...missing],
  }
}

/** On the server only env.ts reads the environment, so that invalid settings are found at start. */
export const checkEnvironment: Check = (root) => {
  const files = sources(root, ['server/**/*.ts', 'contract/**/*.ts', 'db/**/*.ts']).filter(
    ({ path }) => path !== 'server/env.ts' && !/\.test\.ts$|^server\/testing\//.test(path),
  )
  return { seen: files.length, problems: linesWith(files, /\bprocess\.env\b/, 'reads the environment itself') }
}
