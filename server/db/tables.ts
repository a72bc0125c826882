// Written by `npm run db-types` from the migrations; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { LeagueId, UserId } from '#core/ids.ts'

type DateText = ColumnType<string, string | Date, string | Date>
type Json = ColumnType<unknown, string, string>

export type Tables = {
  audit: {
    seq: GeneratedAlways<number>
    at: Date
    request_id: string
    actor_id: UserId | null
    command: string
    object_id: string | null
    league_id: LeagueId | null
    outcome: string
  }
  budgets: {
    key: string
    window_start: Date
    spent: number
  }
  effects: {
    key: string
    done_at: Generated<Date>
  }
  events: {
    seq: GeneratedAlways<number>
    at: Date
    request_id: string
    actor_id: UserId | null
    type: string
    aggregate: string
    aggregate_id: string
    league_id: LeagueId | null
    data: Json
  }
  idempotency_keys: {
    user_id: UserId
    key: string
    request_hash: string
    reply: ColumnType<unknown, string | null, string | null>
    created_at: Date
  }
  linked_accounts: {
    provider: string
    subject: string
    user_id: UserId
    linked_at: Date
  }
  login_accounts: {
    id: string
    user_id: UserId
    account_id: string
    provider_id: string
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: Date | null
    refresh_token_expires_at: Date | null
    scope: string | null
    password: string | null
    created_at: Date
    updated_at: Date
  }
  login_nonces: {
    nonce: string
    at: Date
  }
  login_sessions: {
    id: string
    user_id: UserId
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    created_at: Date
    updated_at: Date
  }
  login_verifications: {
    id: string
    identifier: string
    value: string
    expires_at: Date
    created_at: Date
    updated_at: Date
  }
  logins: {
    id: string
    name: string
    email: string
    email_verified: Generated<boolean>
    image: string | null
    created_at: Date
    updated_at: Date
  }
  mails: {
    id: string
    at: Date
    recipient: string
    subject: string
    body: string
    effect_key: string | null
    sent_at: Date | null
  }
  tombstones: {
    hash: string
    at: Date
  }
  users: {
    id: UserId
    v: Generated<number>
    name: string
    country: string | null
    birth_date: DateText | null
    terms_accepted_at: Date | null
    terms_version: string | null
    name_changes: Generated<number>
    name_changed_at: Date | null
    settings: ColumnType<unknown, string | undefined, string>
    plan: Generated<string>
    demo_role: string | null
    created_at: Date
    removed_at: Date | null
  }
}
