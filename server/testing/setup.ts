import { endWithFile } from './at-file-end.ts'

endWithFile()
