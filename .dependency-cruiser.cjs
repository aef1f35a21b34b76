/**
 * contract ← server, web · platform ← providers ← features ← app, main · lib ← ui ← shared ← features ← app
 * Run by scripts/checks/imports.ts, which also counts what was seen: over no module everything is allowed.
 */
const TEST = '\\.(test\\.tsx?|samples\\.ts)$'
const rule = (name, from, to, comment) => ({ name, severity: 'error', from, to, comment })

module.exports = {
  forbidden: [
    rule(
      'contract-knows-zod-alone',
      { path: '^contract/', pathNot: TEST },
      { pathNot: '^contract/|(^|/)node_modules/zod/' },
      'No I/O, no React, no Node: every side reads it.',
    ),
    rule('server-knows-no-web', { path: '^server/' }, { path: '^web/' }),
    rule(
      'platform-knows-no-business',
      { path: '^server/platform/', pathNot: TEST },
      { path: '^server/(providers|features|testing)/|^server/[^/]+$' },
    ),
    rule(
      'providers-know-no-feature',
      { path: '^server/providers/', pathNot: TEST },
      { path: '^server/(features|testing)/|^server/(app|main|open)\\.ts$' },
    ),
    rule(
      'features-know-no-app',
      { path: '^server/features/', pathNot: TEST },
      { path: '^server/testing/|^server/(app|main|open)\\.ts$' },
    ),
    rule(
      'manifests-are-listed',
      { path: '^server/', pathNot: `${TEST}|^server/features/index\\.ts$` },
      { path: '^server/features/[^/]+/[^/]+\\.manifest\\.ts$' },
      'What a feature registers is read by features/index.ts alone.',
    ),
    rule(
      'features-know-no-list',
      { path: '^server/features/.+/', pathNot: TEST },
      { path: '^server/features/index\\.ts$' },
      'A feature that needs something of all features gets it handed in.',
    ),
    rule(
      'queries-and-routes-stay-home',
      { path: '^server/features/([^/]+)/', pathNot: TEST },
      { path: '^server/features/.+\\.(queries|routes)\\.ts$', pathNot: '^server/features/$1/' },
      'Another feature is reached through its service or its rules.',
    ),
    rule(
      'rooms-keep-their-statements',
      { path: '^server/features/(leads|calls)/([^/]+)', pathNot: TEST },
      { path: '^server/features/(leads|calls)/[^/]+/.+\\.(queries|sql)\\.ts$', pathNot: '^server/features/$1/$2/' },
      'A statement that several rooms use stands beside the rooms.',
    ),
    rule(
      'tests-stay-outside',
      { path: '^(contract|server|web)/', pathNot: `${TEST}|^(server|web)/testing/` },
      { path: `${TEST}|^web/testing/` },
    ),
    rule(
      'switchboard-stands-alone',
      { path: '^switchboard/' },
      { path: '^(contract|server|web|db|locales|scripts|bench|e2e)/' },
      'A process of its own that could be any carrier.',
    ),
    rule(
      'nobody-knows-the-switchboard',
      { pathNot: `^(switchboard|scripts|bench|e2e)/|${TEST}` },
      { path: '^switchboard/' },
      'It is reached over a socket.',
    ),
    rule(
      'the-agent-shares-no-code',
      { path: '^switchboard/testing/agent-|^switchboard/testing/sip-agent' },
      { path: '^switchboard/', pathNot: '^switchboard/testing/(sip-agent|agent-[a-z]+)\\.ts$' },
      'What the exchange misunderstands, a phone made of its parts would misunderstand, too.',
    ),
    rule('web-knows-no-server', { path: '^web/' }, { path: '^(server|db|scripts|bench|e2e)/' }),
    rule(
      'web-takes-one-feature-of-the-contract',
      { path: '^web/', pathNot: TEST },
      { path: '^contract/index\\.ts$' },
      'The whole contract would be in the first chunk.',
    ),
    rule(
      'web-pieces-know-no-feature',
      { path: '^web/(lib|ui|shared)/', pathNot: TEST },
      { path: '^web/(features|app)/' },
    ),
    rule(
      'web-lib-and-ui-know-no-business-piece',
      { path: '^web/(lib|ui)/', pathNot: TEST },
      { path: '^web/shared/' },
      'web/shared holds what several features use of leads, calls and members.',
    ),
    rule('web-lib-knows-no-ui', { path: '^web/lib/', pathNot: TEST }, { path: '^web/ui/' }),
    rule('web-features-know-no-app', { path: '^web/features/', pathNot: TEST }, { path: '^web/app/' }),
    rule(
      'web-features-do-not-mix',
      { path: '^web/features/([^/]+)/', pathNot: TEST },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
      'Pages are composed in web/app.',
    ),
    rule('web-has-no-circles', { path: '^web/' }, { circular: true }, 'Circles of types count as well.'),
    rule('no-circles', { pathNot: '^web/' }, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule(
      'nothing-unresolved',
      {},
      { couldNotResolve: true, pathNot: '^fastify/types/' },
      'Types alone are resolved by tsc.',
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|json|svg)$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
