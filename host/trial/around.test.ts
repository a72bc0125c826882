import { allEndAsExpected, AROUND } from './awkward.fixture.ts'

allEndAsExpected('servers behind an awkward disk or script', AROUND)
