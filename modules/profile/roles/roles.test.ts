import { roles } from '#server/roles/suite.fixture.ts'
import { ROWS } from './rows.fixture.ts'

roles('profile', ROWS)
