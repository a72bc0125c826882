import { AGAIN, allEndAsExpected } from './awkward.fixture.ts'

allEndAsExpected('servers that go on otherwise than planned', AGAIN)
