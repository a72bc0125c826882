import { allEndAsExpected, WAYS } from './awkward.fixture.ts'

allEndAsExpected('awkward servers', WAYS)
