import { checkDecisions } from './decisions.ts'
import { checkColours, checkDirections } from './directions.ts'
import { checkFigures } from './figures.ts'
import { checkEnvironment, checkLockFile, checkMachinePaths } from './places.ts'
import { checkQueries, checkStatements } from './queries.ts'
import { report } from './report.ts'
import { checkFolders, checkRoles } from './rooms.ts'
import { checkSecurityPage, checkSpecification } from './specification.ts'
import { checkTerms } from './terms.ts'
import { checkTokens } from './tokens.ts'
import { checkTranslations } from './translations.ts'
import { checkWords } from './words.ts'

await report({
  'the business is the second parameter of queries': checkQueries,
  'statements stand in queries': checkStatements,
  'translations are complete': checkTranslations,
  'one word stands for one thing in both languages': checkTerms,
  'styles speak of start and end': checkDirections,
  'colours live in the theme': checkColours,
  'custom properties that styles use are defined': checkTokens,
  'only env.ts reads the environment': checkEnvironment,
  'the specification’s sentences name their tests': checkSpecification,
  'the security page names tests that exist': checkSecurityPage,
  'decisions that are named can be read': checkDecisions,
  'code, docs and texts use plain words': checkWords,
  'files of the server bear one of the roles': checkRoles,
  'casts and effects of the web are few': checkFigures,
  'no folder is larger than a screen': checkFolders,
  'no path of one machine': checkMachinePaths,
  'no registry in the lock file': checkLockFile,
})
